# Tests on a real Slurm cluster on the loopback. Included by the Makefile.

PACKAGES_slurm := $(PACKAGES_service-test) libslurm-dev munge slurm-client slurm-wlm-basic-plugins slurmctld slurmd

.PHONY: test-slurm

test-slurm: build slurm build/service-gcc/rtmrd-slurm | $(HAVE)slurm
test-slurm: ## Test: the service on a real Slurm cluster of this machine; needs root [TESTS=tests/slurm/test_short.py]
	@$(PYTEST) $(or $(TESTS),tests/slurm)

.PHONY: live-paper bench-slurm

# SPEED divides the times of the workload; at speed 1 it takes 45 minutes.
LIVE_OPTIONS ?= --speed $(or $(SPEED),1)

live-paper: build slurm | $(HAVE)slurm
live-paper: ## Use: the papers' workload on 30 slurmd, simulated and real; needs root [SPEED=X]
	@$(PYTHON) -B harness/replay/live_paper.py $(LIVE_OPTIONS)

bench-slurm: build slurm | $(HAVE)slurm ## Use: measures the service on a Slurm cluster of this machine; needs root
	@$(PYTHON) -B harness/bench/slurm_bench.py
