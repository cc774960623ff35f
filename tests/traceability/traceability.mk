# The requirements of kernel/safety. Included by the Makefile.

.PHONY: requirements

requirements: | $(HAVE)python ## Other: prints by function, clause and test which requirements they are traced to
	@$(PYTHON) -B -m tests.traceability.requirements
