# Mutation testing of the proof: each mutant of the kernel and its contracts must make a goal fail.

MUTANTS := $(PYTHON) -B -m proofs.mutants

.PHONY: mutants mutants-sample mutants-table mutants-executed

mutants mutants-sample mutants-table mutants-executed: | $(HAVE)prove

mutants: ## Prove: tries mutants of kernel and contracts: a goal must fail [FUNCTION=f | EVERYTHING=1] [SECONDS=t]
	@$(MUTANTS) $(if $(FUNCTION),--function '$(FUNCTION)') $(if $(EVERYTHING),--everything) \
	    $(if $(SECONDS),--seconds '$(SECONDS)')

mutants-sample: ## Prove: tries a sample of mutants in ten minutes, another sample each day [SAMPLE=20] [MUTANTS_SEED=n]
	@$(MUTANTS) --sample '$(or $(SAMPLE),20)' --seconds 600 $(if $(MUTANTS_SEED),--seed '$(MUTANTS_SEED)')

mutants-table: ## Prove: prints what became of the mutants of each function, from the results that are kept
	@$(MUTANTS) --table

mutants-executed: build/campaign/campaign ## Prove: runs mutants that only a time limit noticed [RUNS=n] [SEED=n]
	@$(PYTHON) -B -m proofs.mutants.executed --runs $(if $(filter file,$(origin RUNS)),100000,$(RUNS)) --seed $(SEED)
