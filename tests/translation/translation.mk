# The kernel as compilers translate it: the campaign's calls are recorded once, and made again on
# kernels that two compilers translate for four targets in four ways each, and on one that notices
# what is read and was never written. Included by the Makefile, whose variants it uses.

PACKAGES_translation := gcc libc6-dev clang libclang-rt-14-dev lld gcc-arm-none-eabi gcc-riscv64-unknown-elf \
    gcc-powerpc-linux-gnu libc6-dev-powerpc-cross qemu-system-arm qemu-system-misc qemu-user python3

# How many runs, from which seed on: RUNS and SEED, as the campaign has them.
# Which builds, TARGET-COMPILER-LEVEL: all, or with SAMPLE=1 two for this machine and one of each
# other target, another one each day.
TRANSLATION_TARGETS := x86-64 m0plus rv32 powerpc
TRANSLATION_WAYS := $(foreach compiler,gcc clang,$(foreach level,O0 O2 Os LTO,$(compiler)-$(level)))
TRANSLATION_ALL := $(foreach target,$(TRANSLATION_TARGETS),$(addprefix $(target)-,$(TRANSLATION_WAYS))) \
    x86-64-clang-memory
translation_of_the_day = $(1)-$(word $(shell expr \( $$(date +%s) / 86400 + $(2) \) % 8 + 1),$(TRANSLATION_WAYS))
TRANSLATION_SAMPLE = x86-64-gcc-O2 x86-64-clang-memory $(call translation_of_the_day,m0plus,0) \
    $(call translation_of_the_day,rv32,3) $(call translation_of_the_day,powerpc,6)
BUILDS ?= $(if $(SAMPLE),$(TRANSLATION_SAMPLE),$(TRANSLATION_ALL))

# What translates: a compiler with the options that choose the processor. The capacities are the
# campaign's, not the boards'.
TRANSLATION_EMBEDDED := $(filter-out -DRTMR_%,$(EMBEDDED_FLAGS))
TRANSLATION_BARE := $(filter-out -fno-tree-loop-distribute-patterns,$(TRANSLATION_EMBEDDED))
TRANSLATION_CC_x86-64-gcc := gcc
TRANSLATION_CC_x86-64-clang := $(CLANG)
TRANSLATION_CC_m0plus-gcc := $(EMBEDDED_CC_m0plus) $(TRANSLATION_EMBEDDED)
TRANSLATION_CC_m0plus-clang := $(CLANG) --target=arm-none-eabi -mcpu=cortex-m0plus -mthumb -mfloat-abi=soft \
    $(TRANSLATION_BARE)
TRANSLATION_CC_rv32-gcc := $(EMBEDDED_CC_rv32) $(TRANSLATION_EMBEDDED)
TRANSLATION_CC_rv32-clang := $(CLANG) --target=riscv32-unknown-elf -march=rv32imac -mabi=ilp32 -mcmodel=medany \
    $(TRANSLATION_BARE)
TRANSLATION_CC_powerpc-gcc := powerpc-linux-gnu-gcc
TRANSLATION_CC_powerpc-clang := $(CLANG) --target=powerpc-linux-gnu

TRANSLATION_O0 := -O0
TRANSLATION_O2 := -O2
TRANSLATION_Os := -Os
TRANSLATION_LTO := -O2 -flto
TRANSLATION_memory := -O1 -g -fsanitize=memory -fno-sanitize-recover=all

# What links: gcc with its linker, clang with that of LLVM.
TRANSLATION_LD_clang := -fuse-ld=lld
translation_bare_link = $(filter-out -nostartfiles,$(EMBEDDED_LINK)) -T tests/embedded/board/$(EMBEDDED_BOARD_$(1)).ld
TRANSLATION_LINK_m0plus := $(call translation_bare_link,m0plus)
TRANSLATION_LINK_rv32 := $(call translation_bare_link,rv32)
TRANSLATION_LINK_powerpc := -static

# What belongs to a simulated board is translated in one way only.
TRANSLATION_BOARD_m0plus := $(call objects,translation-board-m0plus,tests/embedded/board/mps2.c \
    tests/embedded/shim/libc.c tests/translation/aeabi.c tests/translation/bare.c)
TRANSLATION_BOARD_rv32 := $(call objects,translation-board-rv32,tests/embedded/board/virt.c \
    tests/embedded/shim/libc.c tests/translation/bare.c)
TRANSLATION_LIBGCC_m0plus = $$($(EMBEDDED_CC_m0plus) -print-libgcc-file-name)
TRANSLATION_LIBGCC_rv32 = $$($(EMBEDDED_CC_rv32) -print-libgcc-file-name)

$(eval $(call variant,translation-board-m0plus,$(TRANSLATION_CC_m0plus-gcc),-Os,translation))
$(eval $(call variant,translation-board-rv32,$(TRANSLATION_CC_rv32-gcc),-Os -mno-relax,translation)) # for lld

TRANSLATION_SRC := $(KERNEL_SRC) tests/planners/side.c tests/translation/replay.c
TRANSLATION_OBJECTS := $(TRANSLATION_BOARD_m0plus) $(TRANSLATION_BOARD_rv32)

# $(call translation,BUILD,TARGET,COMPILER,LEVEL)
define translation
$(call variant,translation-$(1),$(TRANSLATION_CC_$(2)-$(3)),$(TRANSLATION_$(4)) $(call settings,CAMPAIGN),translation)

TRANSLATION_OBJECTS += $(call objects,translation-$(1),$(TRANSLATION_SRC) tests/translation/hosted.c)

build/translation-$(1)/replay: $(call objects,translation-$(1),$(TRANSLATION_SRC)) \
    $(or $(TRANSLATION_BOARD_$(2)),$(call objects,translation-$(1),tests/translation/hosted.c))
	$$(call link,$$(TRANSLATION_CC_$(2)-$(3)),$$(TRANSLATION_LD_$(3)) $$(TRANSLATION_$(4)) $$(TRANSLATION_LINK_$(2)),\
	    $$(TRANSLATION_LIBGCC_$(2)))
endef

$(foreach target,$(TRANSLATION_TARGETS),$(foreach compiler,gcc clang,$(foreach level,O0 O2 Os LTO,\
    $(eval $(call translation,$(target)-$(compiler)-$(level),$(target),$(compiler),$(level))))))
$(eval $(call translation,x86-64-clang-memory,x86-64,clang,memory))

# Whose answers count: gcc without optimisation, with sanitizers.
$(eval $(call variant,translation-reference,gcc,-O0 -g -fsanitize=address$(comma)undefined -fno-sanitize-recover=all \
    $(call settings,CAMPAIGN),translation))
TRANSLATION_REFERENCE := $(call objects,translation-reference,$(TRANSLATION_SRC) tests/translation/hosted.c)
TRANSLATION_OBJECTS += $(TRANSLATION_REFERENCE)

build/translation/reference: $(TRANSLATION_REFERENCE)
	$(call link,gcc,-fsanitize=address$(comma)undefined,)

build/translation/recorder: $(call objects,campaign,$(filter-out tests/campaign/campaign.c tests/campaign/shrink.c \
    tests/campaign/tally.c,$(CAMPAIGN_SRC)) tests/translation/recorder.c)
	$(call link,$(CC),$(PROGRAM_LINK),)

-include $(TRANSLATION_OBJECTS:.o=.d) build/campaign/tests/translation/recorder.d

.PHONY: translation

translation: | $(HAVE)translation
translation: build/translation/recorder build/translation/reference
translation: build/translation-x86-64-gcc-O2/replay build/translation-x86-64-clang-memory/replay
translation: $(BUILDS:%=build/translation-%/replay) ## Test: compares kernels of two compilers [RUNS=N] [SAMPLE=1]
	@$(PYTHON) -B -m tests.translation --runs $(RUNS) --seed $(SEED) $(BUILDS)
