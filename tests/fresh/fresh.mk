# A new user's machine: Debian 12 with nothing but make and ca-certificates. Included by the
# Makefile.

PACKAGES_fresh := debootstrap debian-archive-keyring

# The targets, each of which gets a new machine.
FRESH_TARGETS ?= run dist install test

.PHONY: test-fresh

test-fresh: | $(HAVE)fresh ## Test: runs these targets on a bare Debian 12, as root [FRESH_TARGETS='run test']
	@tests/fresh/run.sh $(FRESH_TARGETS)
