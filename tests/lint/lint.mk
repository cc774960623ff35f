# Static analysis. Included by the Makefile.

PACKAGES_lint := gcc libc6-dev cppcheck clang-tidy python3

.PHONY: lint

lint: | $(HAVE)lint ## Test: analyses the kernel statically: MISRA C:2012 (kernel/misra.md), cppcheck, clang-tidy, gcc -fanalyzer
	@$(PYTHON) -B tests/lint/run.py
