# The proof of the kernel: `make prove` decides, and ends with a line N passed, N failed.

PACKAGES_prove := frama-c-base why3 z3 cvc4 gcc libc6-dev clang binutils python3

GATE := $(PYTHON) -B -m proofs.gate
CONFIGURED = $(GATE) $(if $(CONFIG),--config '$(CONFIG)') $(if $(RECORD),--record) $(if $(RESUME),--resume)

.PHONY: prove prove-record check-stamp prove-changed prove-quick prove-all prove-part prove-smoke prove-floors test-gate

prove prove-changed prove-quick prove-all prove-part prove-smoke prove-floors test-gate: | $(HAVE)prove

prove: ## Prove: proves the kernel from scratch, in an hour [CONFIG='RTMR_JOBS=8'] [RECORD=1] [RESUME=1]
	@$(CONFIGURED) prove

prove-all: ## Prove: proves every configuration, runs all smoke tests and records it, in a night [RESUME=1]
	@$(CONFIGURED) all

prove-part: ## Prove: proves an eighth of one of the other configurations, another one each day
	@$(GATE) part

prove-quick: ## Prove: proves some functions again while they are edited; not the gate [FUNCTIONS=a,b] [CONFIG=...]
	@$(CONFIGURED) quick --functions '$(FUNCTIONS)'

prove-changed: ## Prove: proves what changed since a proof, and what that reaches; not the gate [SINCE=COMMIT]
	@$(PYTHON) -B -m proofs.changed $(if $(SINCE),--since '$(SINCE)')

prove-record: | $(HAVE)python ## Prove: makes the list in kernel/rtmr_config.h from proofs/record.toml
	@$(PYTHON) -B -m proofs.gate.record header

check-stamp: | $(HAVE)python ## Prove: fails if build/proven/rtmr_proven.h is not of these sources
	@$(PYTHON) -B -m proofs.gate.record stamp

# A build that includes the stamp says that it was proved.
ifneq ($(findstring rtmr_proven.h,$(CPPFLAGS) $(CFLAGS)),)
build/lib/options build/app/options: check-stamp
endif

prove-smoke: ## Prove: runs all smoke tests of the contracts without the proof [FUNCTIONS=a,b] [CONFIG=...]
	@$(CONFIGURED) smoke --functions '$(FUNCTIONS)'

prove-floors: ## Prove: proves from scratch and makes each file's number of goals its floor
	@$(CONFIGURED) write-floors

# What Debian has besides the provers of the gate. It is no part of what `make prove` needs.
PACKAGES_second-opinion := cvc5

.PHONY: prove-second-opinion

prove-second-opinion: | $(HAVE)prove $(HAVE)second-opinion
prove-second-opinion: ## Prove: asks other provers about proved goals [FUNCTIONS=a,b] [SAMPLE=20] [TIME=seconds]
	@$(PYTHON) -B -m proofs.gate.second_opinion $(if $(CONFIG),--config '$(CONFIG)') --functions '$(FUNCTIONS)' \
	    $(if $(SAMPLE),--sample '$(SAMPLE)' --seed '$(or $(SEED),1)') $(if $(LIMIT),--seconds '$(LIMIT)') \
	    $(if $(TIME),--time '$(TIME)')

test-gate: | $(HAVE)pytest $(HAVE)second-opinion
test-gate: ## Prove: tests the gate with planted ways to a proof that only looks green
	@$(PYTEST) tests/gate

-include proofs/mutants/mutants.mk
