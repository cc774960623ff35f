# The proof of the kernel: `make prove` decides, and ends with a line N passed, N failed.

PACKAGES_prove := frama-c-base why3 z3 cvc4 gcc libc6-dev clang binutils python3

GATE := $(PYTHON) -B -m proofs.gate
CONFIGURED = $(GATE) $(if $(CONFIG),--config '$(CONFIG)')

.PHONY: prove prove-quick prove-all prove-part prove-smoke prove-floors test-gate

prove: | $(HAVE)prove ## proves the kernel from scratch, and checks that this is a proof: make prove [CONFIG='RTMR_JOBS=8 ...']
	@$(CONFIGURED) prove

prove-all: | $(HAVE)prove ## the same with all smoke tests, then the four other configurations: hours
	@$(CONFIGURED) all

prove-part: | $(HAVE)prove ## an eighth of the proof in one of the other configurations: another one each day
	@$(GATE) part

prove-quick: | $(HAVE)prove ## for editing, not the gate: make prove-quick [FUNCTIONS=a,b] [CONFIG=...]
	@$(CONFIGURED) quick --functions '$(FUNCTIONS)'

prove-smoke: | $(HAVE)prove ## all smoke tests, without the proof: make prove-smoke [FUNCTIONS=a,b] [CONFIG=...]
	@$(CONFIGURED) smoke --functions '$(FUNCTIONS)'

prove-floors: | $(HAVE)prove ## proves from scratch, and makes each file's number of goals its floor
	@$(GATE) write-floors

test-gate: | $(HAVE)prove ## tests of the gate: planted ways to a proof that only looks green
	@$(PYTHON) -B tests/gate/run.py

-include proofs/mutants/mutants.mk
