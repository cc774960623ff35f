# Mutation testing of the proof: each mutant of the kernel and of its contracts must make a goal fail.

MUTANTS := $(PYTHON) -B -m proofs.mutants

.PHONY: mutants mutants-sample mutants-table

mutants: | $(HAVE)prove ## Prove: tries mutants of the kernel and its contracts, each of which must make a goal fail [FUNCTION=f | EVERYTHING=1] [SECONDS=t]
	@$(MUTANTS) $(if $(FUNCTION),--function '$(FUNCTION)') $(if $(EVERYTHING),--everything) $(if $(SECONDS),--seconds '$(SECONDS)')

mutants-sample: | $(HAVE)prove ## Prove: tries a sample of the mutants in ten minutes, another sample each day [SAMPLE=20] [MUTANTS_SEED=n]
	@$(MUTANTS) --sample '$(or $(SAMPLE),20)' --seconds 600 $(if $(MUTANTS_SEED),--seed '$(MUTANTS_SEED)')

mutants-table: | $(HAVE)prove ## Prove: prints what became of the mutants of each function, from the results that are kept
	@$(MUTANTS) --table
