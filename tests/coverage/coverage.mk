# Coverage of the kernel by its unit tests. Included by the Makefile, whose variants it uses.

PACKAGES_coverage := libc6-dev clang-19 llvm-19 libclang-rt-19-dev libcmocka-dev python3

$(eval $(call variant,coverage,clang-19,-O1 -g -fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc \
                                       $(call settings,UNIT),coverage))

# Those that play random schedules are left out: what counts is reached by a test that was written
# for it.
COVERAGE_SRC := $(filter-out %_fuzz.c %_promise.c,$(wildcard tests/unit/test_kernel_*.c))
COVERAGE_SHARED := $(wildcard tests/unit/kernel_*.c)
COVERAGE_PLANTED_SRC := $(wildcard tests/coverage/planted/*.c)

COVERAGE_TESTS := $(patsubst tests/unit/%.c,build/coverage/%,$(COVERAGE_SRC))
COVERAGE_PLANTED := $(patsubst %.c,build/coverage/%,$(COVERAGE_PLANTED_SRC))
COVERAGE_OBJECTS := $(call objects,coverage,$(KERNEL_SRC) $(COVERAGE_SRC) $(COVERAGE_SHARED) $(COVERAGE_PLANTED_SRC))

-include $(COVERAGE_OBJECTS:.o=.d)

$(COVERAGE_TESTS): build/coverage/%: build/coverage/tests/unit/%.o \
    $(call objects,coverage,$(KERNEL_SRC) $(COVERAGE_SHARED))
	$(call link,clang-19,-fprofile-instr-generate,-lcmocka)

$(COVERAGE_PLANTED): %: %.o
	$(call link,clang-19,-fprofile-instr-generate,)

.PHONY: coverage

coverage: ## Test: measures the lines, branches and MC/DC of the kernel that its unit tests reach
coverage: $(COVERAGE_TESTS) $(COVERAGE_PLANTED)
	@$(PYTHON) -B tests/coverage/run.py --tests $(COVERAGE_TESTS) --planted $(COVERAGE_PLANTED)
