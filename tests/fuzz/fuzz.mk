# Fuzzing with libFuzzer, ASan and UBSan. Included by the Makefile, whose variants it uses.

# How long each target runs; one target only; a file to run it on, once.
SECONDS ?= 60
TARGET ?=
INPUT ?=

PACKAGES_fuzz := $(PACKAGES_build) clang libclang-rt-14-dev python3

FUZZ_FLAGS := -O1 -g -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all

$(eval $(call variant,fuzz,$(CLANG),$(FUZZ_FLAGS) $(call settings,UNIT),fuzz))
$(eval $(call variant,fuzz-kernel,$(CLANG),$(FUZZ_FLAGS) $(call settings,CAMPAIGN),fuzz))
$(eval $(call variant,fuzz-kernel32,$(CLANG),$(FUZZ_FLAGS) $(call settings,CAMPAIGN) -DRTMR_TICK_BITS=32,fuzz))

FUZZ_SRC := $(wildcard tests/fuzz/fuzz_*.c)
FUZZ_SHARED := $(filter-out $(FUZZ_SRC),$(wildcard tests/fuzz/*.c))

# The kernel's targets have small capacities; `checked` has the checker of every clause, which knows
# ticks of 64 bits only.
FUZZ_KERNEL_SHARED := tests/fuzz/fail.c tests/fuzz/bytes.c tests/fuzz/kernel_input.c tests/campaign/call.c \
                      harness/invariants/context_copy.c
FUZZ_KERNEL_SRC := $(KERNEL_SRC) $(FUZZ_KERNEL_SHARED) tests/fuzz/fuzz_kernel.c tests/fuzz/promise_book.c \
                   tests/unit/kernel_invariants.c
FUZZ_CHECKED_SRC := $(KERNEL_SRC) $(FUZZ_KERNEL_SHARED) tests/fuzz/fuzz_checked.c tests/campaign/script.c \
                    $(filter-out %/context_copy.c,$(wildcard harness/invariants/*.c)) harness/workload/alloc.c
FUZZ_ESTIMATOR_SRC := $(KERNEL_SRC) tests/fuzz/fail.c tests/fuzz/bytes.c tests/fuzz/fuzz_estimator.c
FUZZ_HARNESS_SHARED := $(filter-out tests/fuzz/kernel_input.c tests/fuzz/promise_book.c,$(FUZZ_SHARED)) \
                       tests/unit/same_names.c

FUZZ_OF_KERNEL := kernel kernel32 checked estimator estimator32
FUZZ_OF_HARNESS := $(filter-out $(FUZZ_OF_KERNEL),$(FUZZ_SRC:tests/fuzz/fuzz_%.c=%))
FUZZ_TARGETS := $(addprefix build/fuzz/targets/,$(FUZZ_OF_KERNEL) $(FUZZ_OF_HARNESS))

FUZZ_OBJECTS := $(call objects,fuzz,$(KERNEL_SRC) $(HARNESS_SRC) $(FUZZ_HARNESS_SHARED) \
                                    $(FUZZ_OF_HARNESS:%=tests/fuzz/fuzz_%.c)) build/fuzz/main.o \
                $(call objects,fuzz-kernel,$(FUZZ_KERNEL_SRC) $(FUZZ_CHECKED_SRC) $(FUZZ_ESTIMATOR_SRC)) \
                $(call objects,fuzz-kernel32,$(FUZZ_KERNEL_SRC) $(FUZZ_ESTIMATOR_SRC))

-include $(FUZZ_OBJECTS:.o=.d)

# $(call fuzz_link,LIBRARIES): links a target.
fuzz_link = $(call link,$(CLANG),-fsanitize=fuzzer$(comma)address$(comma)undefined,$(1))
comma := ,

$(FUZZ_OF_HARNESS:%=build/fuzz/targets/%): build/fuzz/targets/%: build/fuzz/tests/fuzz/fuzz_%.o \
    $(call objects,fuzz,$(KERNEL_SRC) $(HARNESS_SRC) $(FUZZ_HARNESS_SHARED))
	$(call fuzz_link,$(HARNESS_LIBS))

# The command as a function: the target `command` calls it.
build/fuzz/main.o: harness/cli/main.c build/fuzz/options | $(HAVE)fuzz
	$(if $(V),,@echo '  CC $@')
	$(Q)$(HOSTED_CC_fuzz) -Dmain=rtmr_main -Wno-missing-prototypes -MMD -MP -c $< -o $@

build/fuzz/targets/command: build/fuzz/main.o

build/fuzz/targets/kernel: $(call objects,fuzz-kernel,$(FUZZ_KERNEL_SRC))
	$(call fuzz_link,)

build/fuzz/targets/kernel32: $(call objects,fuzz-kernel32,$(FUZZ_KERNEL_SRC))
	$(call fuzz_link,)

build/fuzz/targets/checked: $(call objects,fuzz-kernel,$(FUZZ_CHECKED_SRC))
	$(call fuzz_link,)

build/fuzz/targets/estimator: $(call objects,fuzz-kernel,$(FUZZ_ESTIMATOR_SRC))
	$(call fuzz_link,)

build/fuzz/targets/estimator32: $(call objects,fuzz-kernel32,$(FUZZ_ESTIMATOR_SRC))
	$(call fuzz_link,)

# The target `kernel` with a planted fault, which its corpus must find.
build/fuzz/planted/offer.c: $(KERNEL_SRC) tests/campaign/injected_faults.py | $(HAVE)fuzz
	@mkdir -p $(@D)
	$(Q)$(PYTHON) -B tests/campaign/injected_faults.py 'the printed rule' $@

build/fuzz/planted/offer.o: build/fuzz/planted/offer.c $(wildcard kernel/*.h) build/fuzz-kernel/options \
    | $(HAVE)fuzz
	$(Q)$(KERNEL_CC_fuzz-kernel) -c $< -o $@

build/fuzz/planted/kernel: build/fuzz/planted/offer.o \
    $(filter-out build/fuzz-kernel/kernel/offer.o,$(call objects,fuzz-kernel,$(FUZZ_KERNEL_SRC)))
	$(call fuzz_link,)

.PHONY: fuzz

fuzz: $(if $(TARGET),$(filter build/fuzz/targets/$(TARGET),$(FUZZ_TARGETS)),\
    $(FUZZ_TARGETS) build/fuzz/planted/kernel) | $(HAVE)fuzz
fuzz: ## Test: fuzzes readers, command line and kernel, each target SECONDS long [SECONDS=60] [TARGET=NAME [INPUT=FILE]]
	@$(PYTHON) -B tests/fuzz/run.py --seconds $(SECONDS) $(if $(TARGET),--target '$(TARGET)') \
	    $(if $(INPUT),--input '$(INPUT)') $(if $(TARGET),,--planted build/fuzz/planted/kernel) $(FUZZ_TARGETS)
