# Failed allocations. Included by the Makefile.

build/memory/fail_allocation.so: tests/memory/fail_allocation.c | $(HAVE)test
	@mkdir -p $(@D)
	$(Q)gcc $(HOSTED_FLAGS) -Wno-missing-prototypes -O1 -fPIC -shared $< -o $@

build/memory/gnuplot: tests/memory/quick_gnuplot.c | $(HAVE)test
	@mkdir -p $(@D)
	$(Q)gcc $(HOSTED_FLAGS) -O1 -static $< -o $@

test: build/memory/fail_allocation.so build/memory/gnuplot
