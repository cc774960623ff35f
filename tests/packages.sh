#!/bin/sh
# Installs those of the named Debian packages that are missing: packages.sh PACKAGE...
# Needs root or sudo only if there is something to install. Ends with 1 if packages are missing and
# cannot be installed.
set -eu

if ! command -v dpkg-query >/dev/null; then
    echo "not a Debian system; make sure to have the equivalents of: $*" >&2
    exit 0
fi

missing=
for package in "$@"; do
    state=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=
by_hand="as root: apt-get install --yes --no-install-recommends$missing"
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "packages are missing, and there is no sudo; run $by_hand" >&2
        exit 1
    fi
    as_root=sudo
fi

echo "installing$missing" >&2
install="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# $missing and $install are lists of words.
# shellcheck disable=SC2086
if ! { $install update && $install install --yes --no-install-recommends $missing; } >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    echo "packages could not be installed; run $by_hand" >&2
    exit 1
fi
