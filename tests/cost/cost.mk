# The command with a count of what it does, for the test of how its work grows with its input.
# Included by the Makefile, whose variants it uses.

COST_LINK := -Wl,--wrap=memmove

COST_SRC := $(KERNEL_SRC) $(HARNESS_ALL)

$(eval $(call variant,cost,gcc,-O1 -g -fsanitize-coverage=trace-pc $(call settings,HARNESS),build))

COST_OBJECTS := $(call objects,cost,$(COST_SRC))

-include $(COST_OBJECTS:.o=.d)

# The counter itself is not counted.
build/cost/tests/cost/counter.o: tests/cost/counter.c build/app/options | $(HAVE)build
	@mkdir -p $(@D)
	$(Q)gcc $(HOSTED_FLAGS) -O2 -c $< -o $@

build/cost/rtmr: $(COST_OBJECTS) build/cost/tests/cost/counter.o
	$(call link,gcc,$(COST_LINK),$(HARNESS_LIBS))
