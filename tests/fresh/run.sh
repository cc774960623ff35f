#!/bin/bash
# Makes each target on a new Debian 12 that has nothing but make and ca-certificates: run.sh
# TARGET... Such a machine is a folder that debootstrap fills, from where this machine gets its
# packages. Its processes see mounts and processes of their own, which end with them; the folder is
# removed on every way out. Needs root. Ends with one line: N passed, N failed. Texts in single
# quotes are for the shell of that machine. shellcheck disable=SC2016
set -euo pipefail
cd "$(dirname "$0")/../.."

if (($(id -u) != 0)); then
    echo "make test-fresh needs root: it fills a folder with debootstrap and runs make in it by chroot" >&2
    exit 1
fi

release=bookworm
work=$(mktemp -d)
machine=$work/machine
child=
passed=0
failed=0

clean_up() {
    if [ -n "$child" ]; then
        kill -KILL "$child" 2>/dev/null || true
        wait "$child" 2>/dev/null || true
    fi
    rm -rf --one-file-system "$work"
}
trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# Runs a command that is ended when this script is.
watched() {
    local status=0
    "$@" </dev/null &
    child=$!
    wait "$child" || status=$?
    child=
    return "$status"
}

# on_machine COMMAND...: runs a command on the machine, in the copy of the repository.
on_machine() {
    watched unshare --mount --pid --fork --kill-child sh -c '
        machine=$1
        shift
        mount -t proc proc "$machine/proc"
        mount -t devpts -o newinstance,ptmxmode=0666 devpts "$machine/dev/pts"
        exec chroot "$machine" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
            sh -c "cd /rtmr && exec \"\$@\"" sh "$@"
    ' sh "$machine" "$@"
}

# The host's set-up of apt, from its sources to its keys and proxies, and how it finds hosts and
# trusts them.
copy_apt_setup() {
    rm -rf "$1/etc/apt"
    cp -a /etc/apt "$1/etc/apt"
    cp -a /usr/share/keyrings/. "$1/usr/share/keyrings/"
    cp -L /etc/resolv.conf /etc/hosts "$1/etc/"
    if [ -d /usr/local/share/ca-certificates ]; then
        cp -a /usr/local/share/ca-certificates/. "$1/usr/local/share/ca-certificates/"
        chroot "$1" update-ca-certificates >/dev/null 2>&1
    fi
}

# The first place this machine gets the release from, or else the first of all.
first_mirror() {
    apt-get indextargets --format '$(CODENAME) $(REPO_URI)' 'Created-By: Packages' |
        awk -v release="$release" '{ if ($1 == release && !found) found = $2; if (!first) first = $2 }
                                   END { print found ? found : first }'
}

proxies() {
    apt-config shell http_proxy Acquire::http::Proxy https_proxy Acquire::https::Proxy
}

prepare() {
    local mirror
    mirror=$(first_mirror)
    if [ -z "$mirror" ]; then
        echo "apt of this machine has no source of packages" >&2
        exit 1
    fi
    echo "== a bare machine"
    # debootstrap has no look at apt's proxies.
    (eval "$(proxies)" && export http_proxy https_proxy &&
        debootstrap --variant=minbase --include=make,ca-certificates "$release" "$work/bare" "$mirror") \
        >"$work/log" 2>&1 &
    child=$!
    wait "$child" || {
        tail -n 20 "$work/log" >&2
        exit 1
    }
    child=
    copy_apt_setup "$work/bare"
    mkdir "$work/bare/rtmr"
    tar --create --exclude=./build --exclude-vcs --exclude-vcs-ignores . |
        tar --extract --no-same-owner --directory "$work/bare/rtmr"
}

new_machine() {
    rm -rf --one-file-system "$machine"
    cp -a --reflink=auto "$work/bare" "$machine"
}

# verdict NAME STATUS: counts one test; shows the end of what a failed one printed.
verdict() {
    if (($2 == 0)); then
        passed=$((passed + 1))
        echo "passed $1"
    else
        failed=$((failed + 1))
        tail -n 40 "$work/log"
        echo "FAILED $1"
    fi
}

# What has to be there after a target, as a command for the machine.
result_of() {
    case $1 in
        run | build) echo 'build/rtmr --version' ;;
        dist) echo 'test -s build/dist/rtmr.c && test -s build/dist/rtmr.h && gzip --test build/dist/rtmr-*.tar.gz' ;;
        install) echo '/tmp/x/usr/local/bin/rtmr --version && test -s /tmp/x/usr/local/lib/librtmr.a' ;;
        test) echo "grep -Eq '^[1-9][0-9]* passed, 0 failed$' log" ;;
        *) echo true ;;
    esac
}

check_target() {
    local status=0 began=$SECONDS
    new_machine
    echo "== make $1"
    on_machine sh -c 'make -j"$(nproc)" "$1" DESTDIR=/tmp/x >log 2>&1' sh "$1" || status=$?
    cp "$machine/rtmr/log" "$work/log" || status=1
    verdict "make $1, in $((SECONDS - began)) s" "$status"
    status=0
    on_machine sh -c "$(result_of "$1")" >>"$work/log" 2>&1 || status=$?
    verdict "make $1 leaves what it should" "$status"
}

prepare

# The machine is bare: a test on one that has more would show nothing.
new_machine
status=0
on_machine sh -c 'for tool in gcc python3 git sudo; do ! command -v $tool || exit 1; done' \
    >"$work/log" 2>&1 || status=$?
verdict "the machine is bare" "$status"

# Without root and sudo, the first lines say what to do.
status=0
on_machine sh -c 'chown -R 65534 . && setpriv --reuid=65534 --clear-groups make >log 2>&1' || status=$?
cp "$machine/rtmr/log" "$work/log"
if ((status != 0)) && grep -q 'run as root: apt-get install .* gcc' "$work/log" && ! grep -q 'CC' "$work/log"; then
    verdict "without root, the command to install is named" 0
else
    verdict "without root, the command to install is named" 1
fi

for target in "$@"; do
    check_target "$target"
done

echo "$passed passed, $failed failed"
((failed == 0))
