# Programs that the tests of the service need. Included by the Makefile, whose variants it uses.

# Parts of the service that are tested without the rest.
SERVICE_STORE_SRC := $(addprefix harness/service/,clock.c counter_offer.c records.c replay.c) \
    $(wildcard harness/service/store*.c) \
    $(addprefix harness/invariants/,busy_runs.c context_copy.c)

# The executor without a service.
EXECUTOR_DRIVER_SRC := tests/service/executor_driver.c $(filter harness/executors/%,$(SERVICE_SRC))

# Tests of the store in C.
STORE_TEST_SRC := $(KERNEL_SRC) $(SERVICE_STORE_SRC) tests/service/store_world.c tests/service/test_store.c

# The service in a made-up world: its clock, its disk and its tasks.
WORLD_SRC := $(KERNEL_SRC) $(SERVICE_STORE_SRC) $(wildcard harness/service/service*.c) harness/service/jobs.c \
    tests/service/service_world.c
WORLD_LINK := -Wl,--wrap=clock_gettime -Wl,--wrap=store_commit -Wl,--wrap=store_add_call

OFFER_TEST_SRC := $(KERNEL_SRC) harness/service/counter_offer.c tests/service/test_counter_offer.c

COURSE_TEST_SRC := harness/slurm/course.c tests/service/test_course.c

# A maker of journals for the tests of the audit: small capacities, so that the kernel's tables fill
# up.
JOURNAL_SLOTS := 16
JOURNAL_JOBS := 14
JOURNAL_TASKS := 60
JOURNAL_VECTORS := 0
JOURNAL_SRC := $(KERNEL_SRC) $(SERVICE_STORE_SRC) tests/campaign/random.c tests/service/journal_maker.c

$(eval $(call variant,journal,gcc,$(SANITIZE) $(call settings,JOURNAL),service-test))

SERVICE_TEST_OBJECTS := $(call objects,journal,$(JOURNAL_SRC)) \
    $(foreach v,service-gcc service-clang,$(call objects,$(v),$(filter tests/%,$(STORE_TEST_SRC)))) \
    $(call objects,service-gcc,$(filter tests/%,$(EXECUTOR_DRIVER_SRC) $(WORLD_SRC) $(OFFER_TEST_SRC) \
                                           $(COURSE_TEST_SRC)))

-include $(SERVICE_TEST_OBJECTS:.o=.d)

build/journal/harness/service/store_database.o: harness/service/schema.sql

build/service-gcc/executor_driver: $(call objects,service-gcc,$(EXECUTOR_DRIVER_SRC)) build/service-gcc/rtmr-task
	$(call link,gcc,$(SANITIZE),-luv)

build/service-gcc/test_store: $(call objects,service-gcc,$(STORE_TEST_SRC))
	$(call link,gcc,$(SANITIZE),-lcmocka -lsqlite3)

build/service-clang/test_store: $(call objects,service-clang,$(STORE_TEST_SRC))
	$(call link,$(CLANG),$(SANITIZE),-lcmocka -lsqlite3)

build/service-gcc/service_world: $(call objects,service-gcc,$(WORLD_SRC))
	$(call link,gcc,$(SANITIZE) $(WORLD_LINK),-lsqlite3 -ljansson -lm)

build/service-gcc/test_counter_offer: $(call objects,service-gcc,$(OFFER_TEST_SRC))
	$(call link,gcc,$(SANITIZE),-lcmocka)

build/service-gcc/test_course: $(call objects,service-gcc,$(COURSE_TEST_SRC))
	$(call link,gcc,$(SANITIZE),-lcmocka)

build/journal_maker: $(call objects,journal,$(JOURNAL_SRC))
	$(call link,gcc,$(SANITIZE),-lsqlite3)

SERVICE_TEST_PROGRAMS := build/unit-gcc/rtmr build/service-gcc/rtmrd build/service-clang/rtmrd \
    build/service-gcc/executor_driver build/service-gcc/test_store build/service-clang/test_store \
    build/service-gcc/service_world build/service-gcc/test_counter_offer build/service-gcc/test_course \
    build/journal_maker

test test-live: $(SERVICE_TEST_PROGRAMS)
