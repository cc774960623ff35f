# `make install-slurm`: the service for Slurm, its unit, and the plugin where Slurm looks for it.
# Included by the Makefile.

# Slurm's PluginDir (`scontrol show config`).
SLURM_PLUGINS ?= /usr/lib/$(shell gcc -print-multiarch)/slurm-wlm

SLURM_FILES = $(addprefix $(DESTDIR)$(PREFIX)/,bin/rtmrd-slurm lib/systemd/system/rtmrd-slurm.service) \
    $(DESTDIR)$(SLURM_PLUGINS)/job_submit_rtmr.so

.PHONY: install-slurm uninstall-slurm

install-slurm: build/rtmrd-slurm build/job_submit_rtmr.so
install-slurm: ## Deliver: installs the service and the plugin for Slurm [PREFIX=DIR] [SLURM_PLUGINS=DIR]
	install -d $(INSTALLED_HERE)/bin $(INSTALLED_HERE)/lib/systemd/system $(call quoted,$(DESTDIR)$(SLURM_PLUGINS))
	install -m 755 build/rtmrd-slurm $(INSTALLED_HERE)/bin
	install -m 644 build/job_submit_rtmr.so $(call quoted,$(DESTDIR)$(SLURM_PLUGINS))
	sed 's|@PREFIX@|$(PREFIX)|' harness/slurm/rtmrd-slurm.service | \
	    install -m 644 /dev/stdin $(INSTALLED_HERE)/lib/systemd/system/rtmrd-slurm.service

uninstall-slurm: ## Deliver: removes what `make install-slurm` has installed [PREFIX=DIR] [SLURM_PLUGINS=DIR]
	rm -f $(foreach file,$(SLURM_FILES),$(call quoted,$(file)))
