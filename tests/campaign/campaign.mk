# The campaign: random runs of a kernel under check (harness/invariants). Included by the Makefile,
# whose variants it uses.

# How many runs, from which seed on.
RUNS ?= 1000000
SEED ?= 1

# Small capacities: a context is quickly copied, and its tables fill up.
CAMPAIGN_SLOTS ?= 4
CAMPAIGN_JOBS ?= 6
CAMPAIGN_TASKS ?= 12

CAMPAIGN_SRC := $(KERNEL_SRC) $(wildcard harness/invariants/*.c) harness/workload/alloc.c $(wildcard tests/campaign/*.c)

$(eval $(call variant,campaign,$(CC),$(PROGRAM_FLAGS) $(call settings,CAMPAIGN) $(USER_FLAGS),build))
$(eval $(call variant,campaign-clang,$(CLANG),$(SANITIZE) $(call settings,CAMPAIGN),test))

CAMPAIGN_OBJECTS := $(foreach v,campaign campaign-clang,$(call objects,$(v),$(CAMPAIGN_SRC)))

-include $(CAMPAIGN_OBJECTS:.o=.d)

build/campaign/campaign: $(call objects,campaign,$(CAMPAIGN_SRC)) build/link-options
	$(call link,$(CC),$(PROGRAM_LINK),)

build/campaign-clang/campaign: $(call objects,campaign-clang,$(CAMPAIGN_SRC))
	$(call link,$(CLANG),$(SANITIZE),)

# The command with a planted fault, for the test of its option --check.
build/campaign/printed_rule.c: $(KERNEL_SRC) tests/campaign/injected_faults.py | $(HAVE)python
	@mkdir -p $(@D)
	$(Q)$(PYTHON) -B tests/campaign/injected_faults.py 'the printed rule' $@

build/campaign/printed_rule.o: build/campaign/printed_rule.c $(wildcard kernel/*.h) build/app/options | $(HAVE)build
	$(Q)$(KERNEL_CC_app) -c $< -o $@

build/campaign/rtmr_printed_rule: build/campaign/printed_rule.o \
    $(filter-out build/app/kernel/offer.o,$(call objects,app,$(KERNEL_SRC) $(HARNESS_ALL))) build/link-options
	$(call link,$(CC),$(PROGRAM_LINK),$(HARNESS_LIBS))

.PHONY: campaign

campaign: build/campaign/campaign ## Test: runs random schedules of the kernel under a checker [RUNS=N] [SEED=N]
	@build/campaign/campaign --runs $(RUNS) --seed $(SEED) --processes $$(nproc)

# For `make test`.
test: build/campaign/campaign build/campaign-clang/campaign build/campaign/rtmr_printed_rule
