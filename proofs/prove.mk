# The proof of the kernel: `make prove` decides, and ends with a line N passed, N failed.

PACKAGES_prove := frama-c-base why3 z3 cvc4 gcc libc6-dev clang binutils python3

GATE := $(PYTHON) -B -m proofs.gate
CONFIGURED = $(GATE) $(if $(CONFIG),--config '$(CONFIG)')

.PHONY: prove prove-changed prove-quick prove-all prove-part prove-smoke prove-floors test-gate

prove: | $(HAVE)prove ## Prove: proves the kernel from scratch and checks that this is a proof, in half an hour [CONFIG='RTMR_JOBS=8 ...']
	@$(CONFIGURED) prove

prove-all: | $(HAVE)prove ## Prove: proves all five configurations and runs all smoke tests, in some hours
	@$(CONFIGURED) all

prove-part: | $(HAVE)prove ## Prove: proves an eighth of one of the other configurations, another one each day
	@$(GATE) part

prove-quick: | $(HAVE)prove ## Prove: proves some functions again while they are edited; this is not the gate [FUNCTIONS=a,b] [CONFIG=...]
	@$(CONFIGURED) quick --functions '$(FUNCTIONS)'

prove-changed: | $(HAVE)prove ## Prove: proves what changed since the last time, or since a commit that is proved, and what that reaches; this is not the gate [SINCE=COMMIT]
	@$(PYTHON) -B -m proofs.changed $(if $(SINCE),--since '$(SINCE)')

prove-smoke: | $(HAVE)prove ## Prove: runs all smoke tests of the contracts without the proof [FUNCTIONS=a,b] [CONFIG=...]
	@$(CONFIGURED) smoke --functions '$(FUNCTIONS)'

prove-floors: | $(HAVE)prove ## Prove: proves from scratch and makes each file's number of goals its floor
	@$(GATE) write-floors

test-gate: | $(HAVE)prove $(HAVE)pytest ## Prove: tests the gate with planted ways to a proof that only looks green
	@$(PYTHON) -B -m pytest tests/gate

-include proofs/mutants/mutants.mk
