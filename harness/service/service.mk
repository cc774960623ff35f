# The service: the daemon rtmrd, the supervisor rtmr-task. Included by the Makefile, whose variants
# it uses.

# Capacities of the kernel in the service: 1,024 slots of a stage, 16,384 unfinished jobs. A context
# takes 1.4 MB.
SERVICE_SLOTS ?= 1024
SERVICE_JOBS ?= 16384
SERVICE_TASKS ?= 1048576
SERVICE_VECTORS := 0

PACKAGES_service := gcc libc6-dev libjansson-dev libmicrohttpd-dev libsqlite3-dev libuv1-dev

SERVICE_ALL := $(wildcard harness/service/*.c harness/executors/*.c) \
    $(addprefix harness/invariants/,busy_runs.c context_copy.c)
SERVICE_SRC := $(filter-out %/main.c,$(SERVICE_ALL))
SERVICE_LIBS := -lmicrohttpd -luv -lsqlite3 -ljansson -lm
TASK_SRC := $(wildcard harness/executors/task/*.c) harness/executors/attempt_files.c

$(eval $(call variant,service,$(CC),$(PROGRAM_FLAGS) $(call settings,SERVICE) $(USER_FLAGS),service))
$(eval $(call variant,service-gcc,gcc,$(SANITIZE) $(call settings,SERVICE),service-test))
$(eval $(call variant,service-clang,$(CLANG),$(SANITIZE) $(call settings,SERVICE),service-test))

# They are needed by pattern rules only; make would remove them each time.
.SECONDARY: $(HAVE)service $(HAVE)service-test

PACKAGES_service-test := $(PACKAGES_service) $(PACKAGES_test) python3-jsonschema python3-prometheus-client mandoc man-db

# The page is embedded by the assembler.
$(foreach v,service service-gcc service-clang,build/$(v)/harness/service/page.o): \
  $(addprefix harness/service/live_page.,html css js svg)

# So is the description of the interface.
$(foreach v,service service-gcc service-clang,build/$(v)/harness/service/openapi.o): harness/service/openapi.json

SERVICE_OBJECTS := $(foreach v,service service-gcc service-clang,\
                     $(call objects,$(v),$(KERNEL_SRC) $(SERVICE_ALL) $(TASK_SRC)))

-include $(SERVICE_OBJECTS:.o=.d)

# The assembler reads it.
$(foreach v,service service-gcc service-clang,build/$(v)/harness/service/store_database.o): harness/service/schema.sql

build: build/rtmrd build/rtmr-task

build/rtmrd: $(call objects,service,$(KERNEL_SRC) $(SERVICE_ALL)) build/link-options
	$(call link,$(CC),$(PROGRAM_LINK),$(SERVICE_LIBS))

build/rtmr-task: $(call objects,service,$(TASK_SRC)) build/link-options
	$(call link,$(CC),$(PROGRAM_LINK),)

# With sanitizers, for the tests. rtmrd finds the supervisor beside itself.
build/service-gcc/rtmrd: $(call objects,service-gcc,$(KERNEL_SRC) $(SERVICE_ALL)) build/service-gcc/rtmr-task
	$(call link,gcc,$(SANITIZE),$(SERVICE_LIBS))

build/service-gcc/rtmr-task: $(call objects,service-gcc,$(TASK_SRC))
	$(call link,gcc,$(SANITIZE),)

# For clang's warnings.
build/service-clang/rtmrd: $(call objects,service-clang,$(KERNEL_SRC) $(SERVICE_ALL)) build/service-clang/rtmr-task
	$(call link,$(CLANG),$(SANITIZE),$(SERVICE_LIBS))

build/service-clang/rtmr-task: $(call objects,service-clang,$(TASK_SRC))
	$(call link,$(CLANG),$(SANITIZE),)

.PHONY: serve test-live live-picture

# Where `make serve` keeps its jobs; further options for rtmrd.
STORE ?= $(HOME)/.local/state/rtmr
SERVE_OPTIONS ?=

serve: build ## Use: runs real jobs on this machine: starts the service [STORE=FOLDER] [SERVE_OPTIONS=...]
	build/rtmrd --store '$(STORE)' $(SERVE_OPTIONS)

test-live: build | $(HAVE)live ## Test: the service under kills, full disks, stepped clocks and real traces
	@$(PYTEST) tests/service tests/live

live-picture: build | $(HAVE)live $(HAVE)python
live-picture: ## Use: makes harness/service/live-page.png, a picture of real jobs on the live page
	@$(PYTHON) -B -m tests.live.picture

PACKAGES_live = $(PACKAGES_service-test) $(PACKAGES_page) faketime prometheus
