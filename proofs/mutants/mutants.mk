# Mutation testing of the proof: each mutant of the kernel and of its contracts must make a goal fail.

MUTANTS := $(PYTHON) -B -m proofs.mutants

.PHONY: mutants mutants-sample

mutants: | $(HAVE)prove ## mutants of the kernel and of its contracts, each must make a goal fail: make mutants [FUNCTION=f | EVERYTHING=1] [SECONDS=t]
	@$(MUTANTS) $(if $(FUNCTION),--function '$(FUNCTION)') $(if $(EVERYTHING),--everything) $(if $(SECONDS),--seconds '$(SECONDS)')

mutants-sample: | $(HAVE)prove ## a sample of them, another each day, in ten minutes, half of it at least: make mutants-sample [SAMPLE=20] [MUTANTS_SEED=n]
	@$(MUTANTS) --sample '$(or $(SAMPLE),20)' --seconds 600 $(if $(MUTANTS_SEED),--seed '$(MUTANTS_SEED)')
