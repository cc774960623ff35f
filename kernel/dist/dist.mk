# Delivery: `make dist`, `make install` and `make uninstall`. Included by the Makefile.

# Where to install; DESTDIR goes in front of every path, for packagers.
PREFIX ?= /usr/local
DESTDIR ?=

# Settings of the installed library that differ from kernel/rtmr_config.h, as in
# CONFIG='RTMR_SLOTS=16 RTMR_JOBS=8'.
CONFIG ?=

# A name that is no setting would change nothing, unnoticed: it is an error, here and among the
# user's flags.
RTMR_SETTINGS := $(filter-out %_H,$(shell sed -n 's/^.ifndef \(RTMR_[A-Z_]*\).*/\1/p' kernel/rtmr_config.h))
RTMR_GIVEN = $(filter RTMR_%,$(CONFIG)) $(patsubst -D%,%,$(filter -DRTMR_% RTMR_%,$(CPPFLAGS) $(CFLAGS)))
$(foreach setting,$(RTMR_GIVEN),\
    $(if $(filter $(firstword $(subst =, ,$(setting))),$(RTMR_SETTINGS)),,\
        $(error no setting $(firstword $(subst =, ,$(setting))): kernel/rtmr_config.h has them all)))

# What is built without being installed has the defaults: settings would be dropped, unnoticed.
$(if $(CONFIG),$(if $(filter-out build build/librtmr.a,$(or $(MAKECMDGOALS),build)),,\
    $(error CONFIG is of make install, install-kernel and prove; make build takes CFLAGS=-D$(firstword $(CONFIG)))))

RTMR_VERSION := $(shell sed -n 's/^.define RTMR_VERSION "\(.*\)"$$/\1/p' kernel/rtmr_config.h)
DIST_PAIR := build/dist/rtmr.h build/dist/rtmr.c
DIST_TAR := build/dist/rtmr-$(RTMR_VERSION).tar.gz
DIST_FILES := $(wildcard LICENSE kernel/*.[ch] kernel/*.md kernel/safety/* spec/* proofs/*/*.h proofs/*.md \
    proofs/gate/pair.py $(addprefix tests/embedded/,examples/* board/* cell/* shim/*) \
    $(addprefix kernel/dist/,* */* */*/* */*/*/*))

INSTALLED_LIBRARY := $(if $(CONFIG),build/lib-config/librtmr.a,build/librtmr.a)
INSTALLED_HEADERS := kernel/rtmr.h kernel/rtmr_context.h kernel/rtmr_estimator.h
INSTALLED_CMAKE := rtmr-config.cmake rtmr-settings.cmake arm-none-eabi.cmake
INSTALLED_FOLDERS := bin include/rtmr lib/pkgconfig lib/cmake/rtmr
INSTALLED_FILES := bin/rtmr lib/librtmr.a $(INSTALLED_HEADERS:kernel/%=include/rtmr/%) include/rtmr/rtmr_config.h \
    lib/pkgconfig/rtmr.pc $(INSTALLED_CMAKE:%=lib/cmake/rtmr/%) lib/cmake/rtmr/rtmr-config-version.cmake \
    bin/rtmr-check-config
INSTALLED_OWN_FOLDERS := include/rtmr lib/cmake/rtmr
INSTALLED_HERE = $(call quoted,$(DESTDIR)$(PREFIX))

$(eval $(call variant,lib-config,$(CC),$(LIBRARY_FLAGS) $(addprefix -D,$(CONFIG)) $(USER_FLAGS),build))
-include $(patsubst %.o,%.d,$(call objects,lib-config,$(KERNEL_SRC)))

.PHONY: dist install install-kernel uninstall

dist: $(DIST_PAIR) $(DIST_TAR)
dist: ## Deliver: makes the kernel to take away, in build/dist: two files, and an archive

# The pair must be the code of the modules, token for token.
$(DIST_PAIR) &: $(wildcard kernel/*.[ch] proofs/gate/*.py) kernel/dist/amalgamate.py | $(HAVE)python $(HAVE)build
	$(Q)$(PYTHON) -B kernel/dist/amalgamate.py build/dist
	$(Q)$(PYTHON) -B -m proofs.gate.pair build/dist

$(DIST_TAR): $(DIST_PAIR) $(DIST_FILES)
	$(Q)$(PYTHON) -B kernel/dist/archive.py build/dist

# Fills in a template.
filled = sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(RTMR_VERSION)|' kernel/dist/$(1)

build/lib-config/librtmr.a: $(call objects,lib-config,$(KERNEL_SRC))
	@rm -f $@
	$(Q)$(AR) rcsD $@ $^

# $(call set,MACRO,VALUE): for sed, another value in a definition.
set = -e 's/^\(\#define $(1)\) .*/\1 $(2)/'

# $(call set_all,MACRO=VALUE...): the same for several.
set_all = $(foreach setting,$(1),$(call set,$(firstword $(subst =, ,$(setting))),$(lastword $(subst =, ,$(setting)))))

# The installed configuration header has the values of CONFIG as its defaults, to fit the library.
install-kernel: $(INSTALLED_LIBRARY)
install-kernel: ## Deliver: installs the library alone, for other machines [CC=...] [CFLAGS=...] and as install
	@for setting in $(CONFIG); do \
	    grep -q "^#define $${setting%%=*} " kernel/rtmr_config.h || \
	        { echo "no setting $${setting%%=*}" >&2; exit 1; }; \
	done
	install -d $(addprefix $(INSTALLED_HERE)/,$(INSTALLED_FOLDERS))
	install -m 755 kernel/dist/archive/rtmr-check-config $(INSTALLED_HERE)/bin
	install -m 644 $(INSTALLED_LIBRARY) $(INSTALLED_HERE)/lib
	install -m 644 $(INSTALLED_HEADERS) $(INSTALLED_HERE)/include/rtmr
	sed -e '' $(call set_all,$(CONFIG)) kernel/rtmr_config.h | \
	    install -m 644 /dev/stdin $(INSTALLED_HERE)/include/rtmr/rtmr_config.h
	$(call filled,rtmr.pc.in) | install -m 644 /dev/stdin $(INSTALLED_HERE)/lib/pkgconfig/rtmr.pc
	install -m 644 $(INSTALLED_CMAKE:%=kernel/dist/%) $(INSTALLED_HERE)/lib/cmake/rtmr
	$(call filled,rtmr-config-version.cmake.in) | \
	    install -m 644 /dev/stdin $(INSTALLED_HERE)/lib/cmake/rtmr/rtmr-config-version.cmake

# A compiler for bare metal gets the library alone: the command needs an operating system.
install: install-kernel $(if $(BARE_METAL),,build/rtmr)
install: ## Deliver: installs commands, service and library [PREFIX=DIR] [DESTDIR=DIR] [CONFIG='RTMR_JOBS=8 ...']
	$(if $(BARE_METAL),,install -m 755 build/rtmr $(INSTALLED_HERE)/bin)

# Folders that only this project uses go, too, unless they hold something else.
uninstall: ## Deliver: removes what `make install` has installed [PREFIX=DIR] [DESTDIR=DIR]
	rm -f $(addprefix $(INSTALLED_HERE)/,$(INSTALLED_FILES))
	@rmdir $(addprefix $(INSTALLED_HERE)/,$(INSTALLED_OWN_FOLDERS)) 2>/dev/null || true
