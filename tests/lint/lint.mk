# Static analysis. Included by the Makefile.

PACKAGES_lint := gcc libc6-dev cppcheck clang-format clang-tidy python3

.PHONY: lint

lint: | $(HAVE)lint ## Test: checks MISRA C:2012, gcc -fanalyzer, cppcheck, clang-tidy, layout and words
	@$(PYTHON) -B tests/lint/run.py
