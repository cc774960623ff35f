# The same promise on a cluster that Slurm runs: rtmrd-slurm and the plugin job_submit/rtmr.
# Included by the Makefile. libslurm is under GPL-2+, so what is linked with it is, too; nothing
# else needs it.

PACKAGES_slurm-build := $(PACKAGES_service) libslurm-dev

.SECONDARY: $(HAVE)slurm-build

SLURM_SRC := $(wildcard harness/slurm/*.c)
SLURM_PLUGIN_SRC := $(wildcard harness/slurm/plugin/*.c) harness/slurm/job_comment.c

$(eval $(call variant,slurm-plugin,$(CC),$(PROGRAM_FLAGS) -fPIC $(USER_FLAGS),slurm-build))

SLURM_OBJECTS := $(foreach v,service service-gcc service-clang,$(call objects,$(v),$(SLURM_SRC))) \
                 $(call objects,slurm-plugin,$(SLURM_PLUGIN_SRC))

-include $(SLURM_OBJECTS:.o=.d)

.PHONY: slurm

slurm: build/rtmrd-slurm build/job_submit_rtmr.so ## Use: builds the service for Slurm and its plugin

# All of rtmrd but the choice of its executor.
SLURM_SERVICE := $(filter-out harness/executors/local_kind.c,$(SERVICE_ALL))

build/rtmrd-slurm: $(call objects,service,$(KERNEL_SRC) $(SLURM_SERVICE) $(SLURM_SRC)) build/link-options \
                   | $(HAVE)slurm-build
	$(call link,$(CC),$(PROGRAM_LINK),$(SERVICE_LIBS) -lslurm)

build/service-gcc/rtmrd-slurm: $(call objects,service-gcc,$(KERNEL_SRC) $(SLURM_SERVICE) $(SLURM_SRC)) \
                               | $(HAVE)slurm-build
	$(call link,gcc,$(SANITIZE),$(SERVICE_LIBS) -lslurm)

# Names of the controller are found when it loads the plugin.
build/job_submit_rtmr.so: $(call objects,slurm-plugin,$(SLURM_PLUGIN_SRC)) | $(HAVE)slurm-build
	$(call link,$(CC),-shared -z relro -z now,)
