# The bill of materials: `make sbom`. Included by the Makefile.

SBOM := build/dist/rtmr.spdx.json
SBOM_FILES := $(wildcard kernel/*.[ch]) LICENSE

.PHONY: sbom

sbom: $(SBOM) ## Deliver: writes build/dist/rtmr.spdx.json, the kernel's files with their checksums (SPDX)

$(SBOM): $(SBOM_FILES) kernel/dist/sbom.py | $(HAVE)python
	@mkdir -p $(@D)
	$(Q)$(PYTHON) -B kernel/dist/sbom.py $@ . $(SBOM_FILES)
