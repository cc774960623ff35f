# RTMR: build, run, test and check. `make help` lists the targets, `make V=1 ...` shows every
# command.
#
# Everything is built out of tree under build/. A *variant* is one way of compiling the same sources
# (compiler, instrumentation, capacities); its objects live in build/VARIANT/, so variants never
# mix.

.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules
.DEFAULT_GOAL := build

ifeq ($(origin CC),default)
CC := gcc
endif
ifeq ($(origin AR),default)
AR := $(if $(filter %-gcc,$(firstword $(CC))),$(patsubst %gcc,%ar,$(firstword $(CC))),ar)
endif
CLANG ?= clang
PYTHON ?= /usr/bin/python3
Q := $(if $(V),,@)

# --- What can be set on the command line ----------------------------------------------------------
# CC, AR, CPPFLAGS, CFLAGS and LDFLAGS as usual: the flags are added after the project's own to
# everything that is delivered or measured. The tests have compilers and options of their own.
# PREFIX, DESTDIR and CONFIG: see kernel/dist/dist.mk.

# The trace that `make run` schedules, further options for it, and by what it is scheduled.
TRACE ?= harness/workload/sample/sample.csv
RUN_OPTIONS ?=
SCHEDULERS ?= rtmr,dc,edf,asrpt,fifo,fair,capacity,srt-fair,srt-capacity,lsps

# Capacities of the kernel inside the harness: a run takes memory for the slots and jobs that it has
# (harness/invariants/context_memory.h). Addresses of 32 bits need smaller ones. The library is
# built with those of kernel/rtmr_config.h.
HARNESS_SLOTS ?= 131072
HARNESS_JOBS ?= 65536
HARNESS_TASKS ?= 1073741824

# Capacities under test. Small, so that a context fits on a stack, and a table or vector fills up
# quickly.
UNIT_SLOTS ?= 128
UNIT_JOBS ?= 128
UNIT_TASKS ?= 65536
MODEL_SLOTS ?= 8
MODEL_JOBS ?= 16
MODEL_TASKS ?= 256

# Capacities of the benchmark: its largest cell has 10,000 slots and 1,000 queued jobs.
BENCH_SLOTS ?= 10240
BENCH_JOBS ?= 1024
BENCH_TASKS ?= 1048576
BENCH_VECTORS := 0

# Its cells on few slots.
FEW_SLOTS := 64
FEW_JOBS := 32
FEW_TASKS := 4096
FEW_VECTORS := 0

# --- Sources --------------------------------------------------------------------------------------

KERNEL_SRC := $(wildcard kernel/*.c)
HARNESS_ALL := $(filter-out harness/bench/% harness/service/% harness/executors/% harness/slurm/%,\
                 $(wildcard harness/*.c harness/*/*.c))
HARNESS_SRC := $(filter-out %/main.c,$(HARNESS_ALL))
HARNESS_MAIN := $(filter %/main.c,$(HARNESS_ALL))
BENCH_SRC := $(wildcard harness/bench/*.c)
UNIT_SRC := $(wildcard tests/unit/test_*.c)
UNIT_SHARED := $(filter-out $(UNIT_SRC),$(wildcard tests/unit/*.c))
MODEL_SRC := $(wildcard tests/model/*.c)

# --- Flags ----------------------------------------------------------------------------------------

WARNINGS := -Wall -Wextra -pedantic -Wconversion -Wsign-conversion -Wshadow -Wvla -Wstrict-prototypes \
            -Wmissing-prototypes -Werror
COMMON_FLAGS := -std=c11 $(WARNINGS) -Ikernel
KERNEL_FLAGS := $(COMMON_FLAGS) -ffreestanding
HOSTED_FLAGS := $(COMMON_FLAGS) -D_GNU_SOURCE -I. -Iharness
HARNESS_LIBS := -lgsl -lgslcblas -ljansson -lcurl -lsqlite3 -lbz2 -llzma -lzstd -lz -lm

# What is delivered: the kernel library needs nothing of the host, fits into programs with any
# address, and has the same bytes wherever it is built; on bare metal gcc must not make memcpy() of
# a loop instead. Programs are hardened. _FORTIFY_SOURCE needs optimisation, and is an error if it
# is defined in two ways.
USER_FLAGS = $(CPPFLAGS) $(CFLAGS)
FORTIFY = $(if $(filter -O0,$(CFLAGS))$(findstring _FORTIFY_SOURCE,$(USER_FLAGS)),,-D_FORTIFY_SOURCE=2)
BARE_METAL := $(filter %-eabi %-eabihf %-elf,$(shell $(CC) -dumpmachine 2>/dev/null))
LIBRARY_FLAGS := -O2 -g $(if $(BARE_METAL),-fno-tree-loop-distribute-patterns,-fPIE) -fno-stack-protector \
    -U_FORTIFY_SOURCE -ffile-prefix-map='$(CURDIR)'=.
PROGRAM_FLAGS = -O2 -g -fPIE -fstack-protector-strong -U_FORTIFY_SOURCE $(FORTIFY)
PROGRAM_LINK = $(CFLAGS) -pie -Wl,-z,relro,-z,now,-z,noexecstack $(LDFLAGS)

SANITIZE := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all

# $(call settings,NAME): of a build with capacities of its own. It has all parts, unless
# NAME_VECTORS is 0: then without the papers' stored vectors, as the library by default.
settings = -DRTMR_SLOTS=$($(1)_SLOTS) -DRTMR_JOBS=$($(1)_JOBS) -DRTMR_TASKS=$($(1)_TASKS) \
    -DRTMR_WITH_STORED_VECTORS=$(or $($(1)_VECTORS),1)

# --- Debian packages ------------------------------------------------------------------------------
# A *group* is a list of packages, PACKAGES_GROUP. build/packages/GROUP says that they were found or
# installed, and a changed list has that done again. A rule whose recipe runs a tool of a group has
# the prerequisite `| $(HAVE)GROUP`, itself or through its prerequisites
# (tests/build/test_order.py). Installing needs root or sudo.

PACKAGES_build := gcc libc6-dev libbz2-dev libcurl4-openssl-dev libgsl-dev libjansson-dev liblzma-dev \
    libmicrohttpd-dev libsqlite3-dev libuv1-dev libzstd-dev zlib1g-dev
PACKAGES_pytest := python3 python3-pytest python3-pytest-timeout python3-pytest-xdist
PACKAGES_test := $(PACKAGES_build) $(PACKAGES_pytest) \
    clang libclang-rt-14-dev libcmocka-dev python3-hypothesis gnuplot-nox zstd
PACKAGES_bench := $(PACKAGES_build) findutils g++ libsimgrid-dev parallel python3 task-spooler
PACKAGES_python := python3
PACKAGES_freestanding := gcc libc6-dev g++ gcc-arm-none-eabi gcc-riscv64-unknown-elf

HAVE := build/packages/

# $(call record,TEXT): the target holds TEXT; it is written only if that has changed.
quoted = '$(subst ','\'',$(1))'
define record
	@mkdir -p $(@D)
	@printf '%s\n' $(call quoted,$(1)) | cmp -s - $@ || printf '%s\n' $(call quoted,$(1)) >$@
endef

$(HAVE)%.list: FORCE
	$(if $(PACKAGES_$*),,$(error no group of packages $*: PACKAGES_$* is empty))
	$(call record,$(PACKAGES_$*))

$(HAVE)%: $(HAVE)%.list
	$(Q)flock $(HAVE).lock tests/packages.sh $(PACKAGES_$*)
	@touch $@

.PRECIOUS: $(HAVE)%.list

# --- Variants -------------------------------------------------------------------------------------
# $(call variant,NAME,COMPILER,OPTIONS,GROUP): how to make build/NAME/x.o from x.c once the packages
# of GROUP are there.
# build/NAME/options changes when the options do, and has everything compiled again.

define variant
OPTIONS_$(1) := $(2) $(KERNEL_FLAGS) $(HOSTED_FLAGS) $(3)
KERNEL_CC_$(1) := $(2) $(KERNEL_FLAGS) $(3)
HOSTED_CC_$(1) := $(2) $(HOSTED_FLAGS) $(3)

build/$(1)/options: FORCE
	$$(call record,$$(OPTIONS_$(1)))

build/$(1)/kernel/%.o: kernel/%.c build/$(1)/options | $(HAVE)$(4)
	@mkdir -p $$(@D)
	$(if $(V),,@echo '  CC $(1)/kernel/$$*.o')
	$(Q)$$(KERNEL_CC_$(1)) -MMD -MP -c $$< -o $$@

build/$(1)/%.o: %.c build/$(1)/options | $(HAVE)$(4)
	@mkdir -p $$(@D)
	$(if $(V),,@echo '  CC $(1)/$$*.o')
	$(Q)$$(HOSTED_CC_$(1)) -MMD -MP -c $$< -o $$@

build/$(1)/harness/page/page_files.o: harness/page/page.css harness/page/page.js
endef

# $(call objects,VARIANT,SOURCES)
objects = $(patsubst %.c,build/$(1)/%.o,$(2))

# $(call link,COMPILER,OPTIONS,LIBRARIES): links the objects among the prerequisites.
define link
	@mkdir -p $(@D)
	$(if $(V),,@echo '  LINK $@')
	$(Q)$(1) $(2) -o $@ $(filter %.o,$^) $(3)
endef

$(eval $(call variant,lib,$(CC),$(LIBRARY_FLAGS) $(USER_FLAGS),build))
$(eval $(call variant,app,$(CC),$(PROGRAM_FLAGS) $(call settings,HARNESS) $(USER_FLAGS),build))
$(eval $(call variant,app-heap,$(CC),$(PROGRAM_FLAGS) $(call settings,HARNESS) -DRTMR_WITH_RUNS=0 \
                                     $(USER_FLAGS),build))
$(eval $(call variant,unit-gcc,gcc,$(SANITIZE) $(call settings,UNIT),test))
$(eval $(call variant,unit-clang,$(CLANG),$(SANITIZE) $(call settings,UNIT),test))
$(eval $(call variant,model,$(CC),-O1 -g -fPIC -fsanitize=undefined -fsanitize-undefined-trap-on-error \
                                  $(call settings,MODEL),build))
$(eval $(call variant,bench,$(CC),$(PROGRAM_FLAGS) $(call settings,BENCH) \
                                  $(USER_FLAGS),build))

ALL_OBJECTS := $(call objects,lib,$(KERNEL_SRC)) \
    $(foreach v,app app-heap unit-gcc unit-clang bench,$(call objects,$(v),$(KERNEL_SRC) $(HARNESS_ALL))) \
    $(foreach v,unit-gcc unit-clang,$(call objects,$(v),$(UNIT_SRC) $(UNIT_SHARED))) \
    $(call objects,model,$(KERNEL_SRC) $(MODEL_SRC)) $(call objects,bench,$(BENCH_SRC) $(wildcard harness/bench/*/*.c))

-include $(ALL_OBJECTS:.o=.d)

# --- Build and run --------------------------------------------------------------------------------

.PHONY: build run test freestanding bench clean help FORCE

build: build/rtmr build/librtmr.a ## Use: builds the command build/rtmr and the library build/librtmr.a (the default)

build/librtmr.a: $(call objects,lib,$(KERNEL_SRC))
	$(if $(V),,@echo '  AR $@')
	@rm -f $@
	$(Q)$(AR) rcsD $@ $^

# Programs are linked again when the options of that change.
build/link-options: FORCE
	$(call record,$(CC) $(PROGRAM_LINK) $(HARNESS_LIBS))

build/rtmr: $(call objects,app,$(KERNEL_SRC) $(HARNESS_ALL)) build/link-options
	$(call link,$(CC),$(PROGRAM_LINK),$(HARNESS_LIBS))

run: build ## Use: prints the papers' tables and runs a trace through all schedulers [TRACE=FILE]
	build/rtmr paper rtmr
	build/rtmr run --trace $(TRACE) --scheduler $(SCHEDULERS) $(RUN_OPTIONS)

# --- Tests ----------------------------------------------------------------------------------------

# Which tests `make test` runs, as of pytest, and the file into which it writes their results in
# JUnit's XML.
TESTS ?=
JUNIT ?=

# Tests that need further packages: other targets run them.
TESTS_ELSEWHERE := dist embedded/footprint embedded/test_boards.py gate live page slurm

PYTEST := $(PYTHON) -B -m pytest -n auto

UNIT_TESTS := $(foreach v,unit-gcc unit-clang,$(patsubst tests/unit/%.c,build/$(v)/%,$(UNIT_SRC)))

$(filter build/unit-gcc/%,$(UNIT_TESTS)): build/unit-gcc/%: build/unit-gcc/tests/unit/%.o \
    $(call objects,unit-gcc,$(KERNEL_SRC) $(HARNESS_SRC) $(UNIT_SHARED))
	$(call link,gcc,$(SANITIZE),-lcmocka $(HARNESS_LIBS))

$(filter build/unit-clang/%,$(UNIT_TESTS)): build/unit-clang/%: build/unit-clang/tests/unit/%.o \
    $(call objects,unit-clang,$(KERNEL_SRC) $(HARNESS_SRC) $(UNIT_SHARED))
	$(call link,$(CLANG),$(SANITIZE),-lcmocka $(HARNESS_LIBS))

# The command with sanitizers: the tests of the command run it, too.
build/unit-gcc/rtmr: $(call objects,unit-gcc,$(KERNEL_SRC) $(HARNESS_ALL))
	$(call link,gcc,$(SANITIZE),$(HARNESS_LIBS))

# For clang's warnings in main.c, which the unit tests leave out.
build/unit-clang/rtmr: $(call objects,unit-clang,$(KERNEL_SRC) $(HARNESS_ALL))
	$(call link,$(CLANG),$(SANITIZE),$(HARNESS_LIBS))

# The kernel as a shared object for the comparison with the model in Python.
build/librtmr_test.so: $(call objects,model,$(KERNEL_SRC) $(MODEL_SRC))
	$(call link,$(CC),-shared,)

test: build/librtmr_test.so build/unit-gcc/rtmr build/unit-clang/rtmr build/cost/rtmr $(UNIT_TESTS) | $(HAVE)test
test: build ## Test: runs the tests, in about seven minutes [TESTS='tests/cli -k convert'] [JUNIT=FILE]
	@$(PYTEST) $(if $(JUNIT),--junit-xml='$(JUNIT)') \
	    $(or $(TESTS),tests $(addprefix --ignore=tests/,$(TESTS_ELSEWHERE)))

# --- Checks ---------------------------------------------------------------------------------------

freestanding: ## Test: compiles the kernel without a C library for three processors, without optional parts
freestanding: | $(HAVE)freestanding
	@tests/freestanding/run.sh

# --- Benchmark ------------------------------------------------------------------------------------

build/bench/bench: $(call objects,bench,$(KERNEL_SRC) $(HARNESS_SRC) $(BENCH_SRC)) build/link-options
	$(call link,$(CC),$(PROGRAM_LINK),$(HARNESS_LIBS))

# Kernels in one program, each of which shows nothing but its side: this one, and the one before,
# with the benchmark's capacities and with few slots. The kernel before is this one without
# sorted runs; BEFORE=DIR takes another state of the repository.
BEFORE ?= .
BENCH_SIDES := now before small_now small_before
bench_side_flags = $(call settings,$(if $(findstring small,$(1)),FEW,BENCH)) \
    $(if $(findstring before,$(1)),-DRTMR_WITH_RUNS=0 $(addprefix -I,$(abspath $(BEFORE)/kernel $(BEFORE))),\
        $(addprefix -I,$(abspath kernel .))) \
    -I$(abspath harness/bench/decisions) -DSIDE=side_$(1)

$(BENCH_SIDES:%=build/bench/side_%.options): build/bench/side_%.options: FORCE
	$(call record,$(CC) $(LIBRARY_FLAGS) $(USER_FLAGS) $(call bench_side_flags,$*))

$(BENCH_SIDES:%=build/bench/side_%.o): build/bench/side_%.o: build/bench/side_%.options \
    $(wildcard kernel/*.[ch] $(BEFORE)/kernel/*.[ch] harness/bench/decisions/side.[ch]) | $(HAVE)build
	$(if $(V),,@echo '  CC $@')
	@rm -rf build/bench/side_$* && mkdir -p build/bench/side_$*
	$(Q)cd build/bench/side_$* && for file in $(abspath harness/bench/decisions/side.c) \
	    $(abspath $(if $(findstring before,$*),$(BEFORE)/)kernel)/*.c; do \
	    $(CC) -std=c11 -ffreestanding $(LIBRARY_FLAGS) $(USER_FLAGS) \
	        $(call bench_side_flags,$*) -c $$file || exit 1; done
	$(Q)ld -r -o build/bench/side_$*/all build/bench/side_$*/*.o
	$(Q)objcopy --keep-global-symbol=side_$* build/bench/side_$*/all $@

build/bench/decisions: $(BENCH_SIDES:%=build/bench/side_%.o) build/link-options \
    $(call objects,bench,harness/bench/decisions/cluster.c harness/bench/decisions/main.c harness/bench/literal.c \
      harness/workload/alloc.c)
	$(call link,$(CC),$(PROGRAM_LINK),)

# The peer for the simulated events, in C++ on SimGrid.
build/bench/simgrid_fifo: harness/bench/simgrid_fifo.cpp | $(HAVE)bench
	@mkdir -p $(@D)
	$(if $(V),,@echo '  LINK $@')
	$(Q)g++ -std=c++17 -Wall -Wextra -Werror -O2 -o $@ $< -lsimgrid

# Clients for the part about the service.
build/bench/service_load: build/bench/harness/bench/service/load.o build/link-options
	$(call link,$(CC),$(PROGRAM_LINK),-lcurl)

# The command with plans on a heap, for the comparison of whole days.
build/bench/rtmr_before: $(call objects,app-heap,$(KERNEL_SRC) $(HARNESS_ALL)) build/link-options
	$(call link,$(CC),$(PROGRAM_LINK),$(HARNESS_LIBS))

bench: build/rtmrd build/rtmr-task build/bench/service_load build/bench/decisions build/bench/rtmr_before
bench: build/bench/bench build/bench/simgrid_fifo build/rtmr ## Use: measures speeds, as ratios of one run [BEFORE=DIR]
	@build/bench/decisions
	@echo
	@build/bench/bench
	@echo
	@$(PYTHON) -B harness/bench/scale.py build/rtmr build/bench/rtmr_before build/bench/simgrid_fifo
	@echo
	@$(PYTHON) -B harness/bench/service_bench.py build/rtmrd build/bench/service_load

# --- The rest -------------------------------------------------------------------------------------

clean: ## Other: removes build/
	rm -rf build

# A target is listed by a comment `## GROUP: what it does [SETTINGS]` in the line of its rule.
help: ## Other: prints this list; with V=1 every target also shows its commands
	@awk -v order='Use Deliver Test Prove Other' -f tests/build/help.awk $(MAKEFILE_LIST)

include kernel/dist/dist.mk kernel/dist/sbom.mk harness/service/service.mk harness/slurm/slurm.mk \
    harness/slurm/install.mk harness/client/install.mk $(sort $(wildcard tests/*/*.mk)) proofs/prove.mk
