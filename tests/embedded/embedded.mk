# The kernel on bare metal: built for four processors, run on simulated boards. Included by the
# Makefile, whose variants it uses. The programs are build/embedded-TARGET/NAME.elf, at -Os.

PACKAGES_embedded := gcc g++ clang libc6-dev libcmocka-dev cmake pkg-config gcc-arm-none-eabi gcc-riscv64-unknown-elf \
    qemu-system-arm qemu-system-misc make python3-kconfiglib python3-yaml $(PACKAGES_pytest)

# Every target: its compiler with the options that choose the processor, and its board. Code for the
# Cortex-M0+ runs on the board with a Cortex-M3, which has all of its instructions.
EMBEDDED_TARGETS := m0plus m3 m4 rv32
EMBEDDED_CC_m0plus := arm-none-eabi-gcc -mcpu=cortex-m0plus -mthumb
EMBEDDED_CC_m3 := arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb
EMBEDDED_CC_m4 := arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -mfloat-abi=soft
EMBEDDED_CC_rv32 := riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32 -mcmodel=medany
EMBEDDED_BOARD_m0plus := mps2
EMBEDDED_BOARD_m3 := mps2
EMBEDDED_BOARD_m4 := mps2
EMBEDDED_BOARD_rv32 := virt

# Without the second option gcc turns copying loops into calls of memcpy and memset.
# The unit tests want all parts.
EMBEDDED_SLOTS := 64
EMBEDDED_JOBS := 32
EMBEDDED_TASKS := 4096
EMBEDDED_FLAGS := $(call settings,EMBEDDED) -ffreestanding -fno-tree-loop-distribute-patterns \
                  -Itests/embedded/board -Itests/embedded/cell -isystem tests/embedded/shim
EMBEDDED_LINK := -nostdlib -nostartfiles -static -Wl,--fatal-warnings

# What every program is linked with: the kernel, what stands in for libc and cmocka, and the
# start-up of its board.
EMBEDDED_SHIM := $(wildcard tests/embedded/shim/*.c)
embedded_base = $(call objects,$(2),$(KERNEL_SRC) $(EMBEDDED_SHIM) tests/embedded/board/$(EMBEDDED_BOARD_$(1)).c)

# Programs. The kernel's unit tests: all but one, whose reference computes in 128 bits.
EMBEDDED_UNIT := $(filter-out %_estimator.c,$(wildcard tests/unit/test_kernel_*.c))
EMBEDDED_UNIT_SHARED := tests/unit/kernel_fixture.c tests/unit/kernel_invariants.c
EMBEDDED_CELL := tests/embedded/cell/demonstration.c
EMBEDDED_CELL_SHARED := tests/embedded/cell/controller.c tests/embedded/cell/plant.c tests/campaign/random.c
EMBEDDED_EXAMPLES := tests/embedded/examples/super_loop.c tests/embedded/examples/interrupt.c
EMBEDDED_PLANTED := $(wildcard tests/embedded/planted/*.c)

EMBEDDED_COST := tests/embedded/footprint/cost.c
EMBEDDED_WORST := $(addprefix tests/embedded/footprint/,worst.c states.c formula_sizes.c) tests/campaign/random.c

# $(call embedded_elf,TARGET): links a program from what it depends on.
define embedded_elf
	$(call link,$(EMBEDDED_CC_$(1)),$(EMBEDDED_LINK) -T tests/embedded/board/$(EMBEDDED_BOARD_$(1)).ld,-lgcc)
endef

# $(call embedded_kernel,TARGET,VARIANT,LEVEL): the kernel, and the programs that measure it, at a
# level of optimisation.
define embedded_kernel
$(call variant,$(2),$(EMBEDDED_CC_$(1)),$(3) $(EMBEDDED_FLAGS),embedded)

EMBEDDED_OBJECTS += $(call embedded_base,$(1),$(2)) $(call objects,$(2),$(EMBEDDED_COST) $(EMBEDDED_WORST))
EMBEDDED_COSTS += build/$(2)/cost.elf build/$(2)/worst.elf

build/$(2)/cost.elf: $(call objects,$(2),$(EMBEDDED_COST)) $(call embedded_base,$(1),$(2))
	$$(call embedded_elf,$(1))

build/$(2)/worst.elf: $(call objects,$(2),$(EMBEDDED_WORST)) $(call embedded_base,$(1),$(2))
	$$(call embedded_elf,$(1))
endef

# $(call embedded,TARGET,VARIANT): the programs that test it.
define embedded
EMBEDDED_OBJECTS += $(call objects,$(2),$(EMBEDDED_UNIT) $(EMBEDDED_UNIT_SHARED) \
    $(EMBEDDED_CELL) $(EMBEDDED_CELL_SHARED) $(EMBEDDED_EXAMPLES) $(EMBEDDED_PLANTED))

build/$(2)/test_%.elf: build/$(2)/tests/unit/test_%.o \
    $(call objects,$(2),$(EMBEDDED_UNIT_SHARED)) $(call embedded_base,$(1),$(2))
	$$(call embedded_elf,$(1))

build/$(2)/cell_%.elf: build/$(2)/tests/embedded/cell/%.o \
    $(call objects,$(2),$(EMBEDDED_CELL_SHARED)) $(call embedded_base,$(1),$(2))
	$$(call embedded_elf,$(1))

build/$(2)/planted_printed_rule.elf: $(call objects,$(2),tests/embedded/planted/printed_rule.c \
    $(EMBEDDED_CELL) $(EMBEDDED_CELL_SHARED)) $(filter-out %/offer.o,$(call embedded_base,$(1),$(2)))
	$$(call embedded_elf,$(1))

build/$(2)/example_%.elf: build/$(2)/tests/embedded/examples/%.o \
    $(call objects,$(2),$(EMBEDDED_CELL_SHARED)) $(call embedded_base,$(1),$(2))
	$$(call embedded_elf,$(1))

build/$(2)/planted_%.elf: build/$(2)/tests/embedded/planted/%.o \
    $(call objects,$(2),$(EMBEDDED_CELL_SHARED)) $(call embedded_base,$(1),$(2))
	$$(call embedded_elf,$(1))

EMBEDDED_PROGRAMS += $(patsubst tests/unit/%.c,build/$(2)/%.elf,$(EMBEDDED_UNIT)) \
    $(patsubst tests/embedded/cell/%.c,build/$(2)/cell_%.elf,$(EMBEDDED_CELL)) \
    $(patsubst tests/embedded/examples/%.c,build/$(2)/example_%.elf,$(EMBEDDED_EXAMPLES)) \
    $(patsubst tests/embedded/planted/%.c,build/$(2)/planted_%.elf,$(EMBEDDED_PLANTED))
endef

$(foreach target,$(EMBEDDED_TARGETS),\
    $(eval $(call embedded_kernel,$(target),embedded-$(target),-Os)) \
    $(eval $(call embedded_kernel,$(target),embedded-$(target)-O2,-O2)) \
    $(eval $(call embedded,$(target),embedded-$(target))))

$(filter %/planted/printed_rule.o,$(EMBEDDED_OBJECTS)): build/campaign/printed_rule.c
-include $(EMBEDDED_OBJECTS:.o=.d)

# kernel/footprint.md. Its columns: the targets at -Os, then at -O2.
EMBEDDED_FOOTPRINT = $(PYTHON) -B -m tests.embedded.footprint $(1) \
    $(foreach target,$(EMBEDDED_TARGETS),--target '$(target)=$(EMBEDDED_CC_$(target))') \
    $(foreach name,cost worst,--$(subst cost,costs,$(name)) \
        $(foreach level,'' -O2,$(foreach target,$(EMBEDDED_TARGETS),build/embedded-$(target)$(level)/$(name).elf)))

.PHONY: embedded embedded-report

embedded: ## Test: runs the kernel on simulated boards, checks its costs, and tests the deliverables
embedded: dist $(EMBEDDED_PROGRAMS) $(EMBEDDED_COSTS) build
	@$(call EMBEDDED_FOOTPRINT,check)
	@cat kernel/footprint.md
	@EMBEDDED_PROGRAMS='$(EMBEDDED_PROGRAMS)' \
	    $(PYTEST) tests/embedded/test_boards.py tests/embedded/footprint tests/dist

embedded-report: dist $(EMBEDDED_COSTS) ## Other: writes kernel/footprint.md, the kernel's costs on bare metal
	@$(call EMBEDDED_FOOTPRINT,write)

.SECONDARY: $(EMBEDDED_OBJECTS)

# The example with POSIX threads is hosted: `make test` runs it under the thread sanitizer.
EMBEDDED_POSIX := tests/embedded/examples/posix_thread.c

$(eval $(call variant,tsan,gcc,-O1 -g -fsanitize=thread,build))
$(eval $(call variant,tsan-without-lock,gcc,-O1 -g -fsanitize=thread -DWITHOUT_LOCK,build))

-include $(patsubst %.o,%.d,$(call objects,tsan,$(KERNEL_SRC) $(EMBEDDED_POSIX)) \
    $(call objects,tsan-without-lock,$(EMBEDDED_POSIX)))

build/tsan/posix_thread: $(call objects,tsan,$(KERNEL_SRC) $(EMBEDDED_POSIX))
build/tsan-without-lock/posix_thread: $(call objects,tsan,$(KERNEL_SRC)) \
    $(call objects,tsan-without-lock,$(EMBEDDED_POSIX))
build/tsan/posix_thread build/tsan-without-lock/posix_thread:
	$(call link,gcc,-fsanitize=thread,)

test: build/tsan/posix_thread build/tsan-without-lock/posix_thread
