# Two kernels in one program, with plans on sorted runs and on a heap, for their comparison.
# Included by the Makefile, whose variants it uses.

# After how many calls the comparison ends, and its seed.
STATES ?= 1000000
SEED ?= 1

PLANNERS_SLOTS ?= 64
PLANNERS_JOBS ?= 48
PLANNERS_TASKS ?= 16384
PLANNERS_FLAGS := -O2 -g -fsanitize=undefined -fsanitize-undefined-trap-on-error $(call settings,PLANNERS)

$(eval $(call variant,planners-runs,gcc,$(PLANNERS_FLAGS) -DRTMR_WITH_RUNS=1,build))
$(eval $(call variant,planners-heap,gcc,$(PLANNERS_FLAGS) -DRTMR_WITH_RUNS=0,build))

PLANNERS_SIDE := $(KERNEL_SRC) tests/planners/side.c
PLANNERS_OBJECTS := $(foreach v,planners-runs planners-heap,$(call objects,$(v),$(PLANNERS_SIDE))) \
    $(call objects,planners-runs,$(addprefix tests/,planners/compare.c campaign/call.c campaign/random.c))

-include $(PLANNERS_OBJECTS:.o=.d)

# A kernel of which nothing is seen but its side.
build/planners-runs/side.o: $(call objects,planners-runs,$(PLANNERS_SIDE))
build/planners-heap/side.o: $(call objects,planners-heap,$(PLANNERS_SIDE))
build/planners-runs/side.o build/planners-heap/side.o: build/planners-%/side.o:
	$(if $(V),,@echo '  LINK $@')
	$(Q)ld -r -o $@.all $^
	$(Q)objcopy --keep-global-symbol=side_$* $@.all $@

build/planners/compare: build/planners-runs/side.o build/planners-heap/side.o \
    $(call objects,planners-runs,kernel/rtmr_text.c tests/planners/compare.c \
        tests/campaign/call.c tests/campaign/random.c)
	$(call link,gcc,-g,)

.PHONY: compare-planners

compare-planners: build/planners/compare ## Test: compares plans on sorted runs with plans on a heap [STATES=N] [SEED=N]
	@build/planners/compare $(STATES) $(SEED)

# For `make test`.
test: build/planners/compare
