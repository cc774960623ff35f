# What `make install` adds for real jobs: the service, its supervisor, man pages, completion, units.
# Included by the Makefile.

# Each command for real jobs is described in rtmr-jobs.1.
CLIENT_LINKS := $(patsubst %,rtmr-%.1,submit what-if status wait log abort suspend renew slots drain add events demo)
CLIENT_FOLDERS := bin libexec/rtmr share/man/man1 share/man/man8 share/bash-completion/completions \
    lib/systemd/system lib/systemd/user
CLIENT_FILES := bin/rtmrd libexec/rtmr/rtmr-task $(addprefix share/man/man1/,rtmr.1 rtmr-jobs.1 $(CLIENT_LINKS)) \
    share/man/man8/rtmrd.8 share/bash-completion/completions/rtmr \
    lib/systemd/system/rtmrd.service lib/systemd/user/rtmrd.service

INSTALLED_FILES += $(CLIENT_FILES)
INSTALLED_OWN_FOLDERS += libexec/rtmr

.PHONY: install-client

install: $(if $(BARE_METAL),,install-client)

install-client: build/rtmr build/rtmrd build/rtmr-task
	install -d $(addprefix $(INSTALLED_HERE)/,$(CLIENT_FOLDERS))
	install -m 755 build/rtmrd $(INSTALLED_HERE)/bin
	install -m 755 build/rtmr-task $(INSTALLED_HERE)/libexec/rtmr
	install -m 644 harness/client/man/rtmr.1 harness/client/man/rtmr-jobs.1 $(INSTALLED_HERE)/share/man/man1
	install -m 644 harness/client/man/rtmrd.8 $(INSTALLED_HERE)/share/man/man8
	@for page in $(CLIENT_LINKS); do \
	    echo '.so man1/rtmr-jobs.1' | install -m 644 /dev/stdin $(INSTALLED_HERE)/share/man/man1/$$page; \
	done
	install -m 644 harness/client/completion/rtmr $(INSTALLED_HERE)/share/bash-completion/completions
	sed 's|@PREFIX@|$(PREFIX)|' harness/service/rtmrd.service | \
	    install -m 644 /dev/stdin $(INSTALLED_HERE)/lib/systemd/system/rtmrd.service
	sed 's|@PREFIX@|$(PREFIX)|' harness/service/rtmrd.user.service | \
	    install -m 644 /dev/stdin $(INSTALLED_HERE)/lib/systemd/user/rtmrd.service
