# The report page in a browser. Included by the Makefile.

PACKAGES_page := $(PACKAGES_pytest) chromium chromium-driver python3-selenium fonts-dejavu-core gnuplot-nox

.PHONY: test-page

test-page: build build/service-gcc/rtmrd | $(HAVE)page
test-page: ## Test: looks at the pages of reports and of the service in headless Chromium
	@$(PYTEST) tests/page tests/live/test_live_page.py
