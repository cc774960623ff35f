# The report page in a browser. Included by the Makefile.

PACKAGES_page := $(PACKAGES_pytest) chromium chromium-driver python3-selenium fonts-dejavu-core gnuplot-nox

.PHONY: test-page

test-page: build | $(HAVE)page ## Test: looks at the report page in headless Chromium, in both themes, wide and narrow
	@$(PYTEST) tests/page
