#!/bin/sh
# Checks one relocatable object: check_object.sh PREFIX OBJECT [HELPER...]
#   - nothing is undefined but the listed compiler helpers,
#   - every exported symbol begins with rtmr_,
#   - there is no writable data: no state outside the caller's contexts.
# PREFIX is that of the binutils (empty for the host's). Prints what is wrong; the status says
# whether.
set -eu

prefix=$1
object=$2
shift 2
wrong=0

for symbol in $("${prefix}nm" --undefined-only --format=just-symbols "$object"); do
    known=0
    for helper in "$@"; do
        [ "$symbol" != "$helper" ] || known=1
    done
    if [ "$known" -eq 0 ]; then
        echo "undefined: $symbol"
        wrong=1
    fi
done

for symbol in $("${prefix}nm" --extern-only --defined-only --format=just-symbols "$object"); do
    case $symbol in
    rtmr_*) ;;
    *)
        echo "exported without the prefix rtmr_: $symbol"
        wrong=1
        ;;
    esac
done

# b, d, g, s and C: symbols in writable or common sections.
for symbol in $("${prefix}nm" --format=posix "$object" | awk '$2 ~ /^[bBdDgGsSC]$/ { print $1 }'); do
    echo "writable data: $symbol"
    wrong=1
done

exit "$wrong"
