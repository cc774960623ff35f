#!/bin/bash
# Compiles the kernel without a library for every target and with each optional part left out, and
# checks the objects (check_object.sh). Prints a size table and ends with one line: N passed, N
# failed.
set -euo pipefail
cd "$(dirname "$0")/../.."

here=$PWD/tests/freestanding
out=$PWD/build/freestanding
warnings="-Wall -Wextra -pedantic -Wconversion -Wsign-conversion -Wshadow -Wvla -Wstrict-prototypes
          -Wmissing-prototypes -Werror"
# Without the last option gcc turns copying loops into calls of memcpy and memset.
flags="-std=c11 $warnings -ffreestanding -nostdlib -Os -fno-tree-loop-distribute-patterns
       -I$PWD/kernel"

targets=(x86-64 cortex-m0plus rv32imac)
declare -A prefix=([x86-64]="" [cortex-m0plus]=arm-none-eabi- [rv32imac]=riscv64-unknown-elf-)
# On x86-64 floating point is an error of the compiler; the other two would need undefined helpers
# for it.
declare -A machine=(
    [x86-64]="-mgeneral-regs-only"
    [cortex-m0plus]="-mcpu=cortex-m0plus -mthumb"
    [rv32imac]="-march=rv32imac -mabi=ilp32"
)
declare -A emulation=([x86-64]="" [cortex-m0plus]="" [rv32imac]="-melf32lriscv")

# What each build leaves out. Without stored vectors all is as the defaults have it.
builds=(nothing runs what-if stored-vectors latency slot-changes promise-changes restore tokens wide-ticks estimator
        all-of-these)
vectors="-DRTMR_WITH_STORED_VECTORS=1"
declare -A without=(
    [nothing]="$vectors"
    [runs]="-DRTMR_WITH_RUNS=0 $vectors"
    [what-if]="-DRTMR_WITH_WHAT_IF=0 $vectors"
    [stored-vectors]="-DRTMR_WITH_STORED_VECTORS=0"
    [latency]="-DRTMR_WITH_LATENCY=0 $vectors"
    [slot-changes]="-DRTMR_WITH_SLOT_CHANGES=0 $vectors"
    [promise-changes]="-DRTMR_WITH_PROMISE_CHANGES=0 $vectors"
    [restore]="-DRTMR_WITH_RESTORE=0 $vectors"
    [tokens]="-DRTMR_WITH_TOKENS=0 $vectors"
    [wide-ticks]="-DRTMR_TICK_BITS=32 $vectors"
    [estimator]="$vectors"
    [all-of-these]="-DRTMR_WITH_WHAT_IF=0 -DRTMR_WITH_STORED_VECTORS=0 -DRTMR_WITH_LATENCY=0 -DRTMR_WITH_SLOT_CHANGES=0
                    -DRTMR_WITH_PROMISE_CHANGES=0 -DRTMR_WITH_RESTORE=0 -DRTMR_WITH_TOKENS=0 -DRTMR_WITH_RUNS=0
                    -DRTMR_TICK_BITS=32"
)

passed=0
failed=0

# verdict NAME OUTPUT STATUS: counts one test; shows the output of a failed one.
verdict() {
    if (($3 == 0)); then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $1"
        printf '%s\n' "$2"
    fi
}

# The helpers that a target may leave undefined.
helpers() {
    awk -v target="$1" '$1 == target { print $2 }' "$here/helpers.txt"
}

# bare TARGET DIRECTORY DEFINES SOURCE...: compiles, links relocatably and checks.
bare() {
    local target=$1 directory=$2 defines=$3
    shift 3
    rm -rf "$directory"
    mkdir -p "$directory"
    # shellcheck disable=SC2046,SC2086
    (cd "$directory" &&
        "${prefix[$target]}gcc" $flags ${machine[$target]} $defines -fstack-usage -c "$@" &&
        "${prefix[$target]}ld" ${emulation[$target]} -r -o kernel.o.all ./*.o &&
        "$here/check_object.sh" "${prefix[$target]}" kernel.o.all $(helpers "$target")) 2>&1
}

# The bytes of code and constants of a build, and the largest stack frame of one of its functions.
code_bytes() {
    "${prefix[$1]}size" "$out/$1/$2/kernel.o.all" 2>/dev/null | awk 'NR == 2 { print $1 }'
}
largest_frame() {
    cat "$out/$1/$2"/*.su | awk -F '\t' '$2 > most { most = $2 } END { print most + 0 }'
}

# The size of a context with the default capacities.
context_bytes() {
    # shellcheck disable=SC2086
    echo '#include "rtmr.h"
          extern struct rtmr context; struct rtmr context;' |
        "${prefix[$1]}gcc" $flags ${machine[$1]} ${without[$2]} -x c -c -o "$out/context.o" - &&
        printf '%d\n' "0x$("${prefix[$1]}nm" --print-size "$out/context.o" | awk '{ print $2 }')"
}

mapfile -t everything < <(printf '%s\n' "$PWD"/kernel/*.c)
mapfile -t without_estimator < <(printf '%s\n' "${everything[@]}" | grep -v '_estimator\.c$')

# The kernel for every target and with every part left out.
for target in "${targets[@]}"; do
    for build in "${builds[@]}"; do
        sources=("${everything[@]}")
        case $build in estimator | all-of-these) sources=("${without_estimator[@]}") ;; esac
        status=0
        output=$(bare "$target" "$out/$target/$build" "${without[$build]}" "${sources[@]}") || status=$?
        verdict "$target, without $build" "$output" "$status"
    done
done

# The API as C++ sees it.
status=0
output=$(echo '#include "rtmr.h"' |
    g++ -std=c++11 -Wall -Wextra -pedantic -Werror -Ikernel -fsyntax-only -x c++ - 2>&1) || status=$?
verdict "rtmr.h in C++" "$output" "$status"

# The checks see what they look for: each planted file must be refused, for the reason in its first
# line.
for target in "${targets[@]}"; do
    for planted in "$here"/planted/*.c; do
        name=$(basename "$planted" .c)
        reason=$(sed -n '1s|^/\* \(.*\) \*/$|\1|p' "$planted")
        status=0
        output=$(bare "$target" "$out/$target/planted/$name" "" "$planted") || status=$?
        caught=0
        if ((status == 0)) || ! grep -qE "$reason" <<<"$output"; then
            caught=1
        fi
        verdict "$target, planted $name is refused" "not refused because of '$reason': $output" "$caught"
    done
done

if ((failed == 0)); then
    echo "Bytes of code and constants (gcc -Os), of the largest stack frame, of a context with the default capacities:"
    printf '%-18s' ""
    printf '%27s' "${targets[@]}"
    printf '\n%-18s' "left out"
    for target in "${targets[@]}"; do
        printf '%11s %5s %9s' code frame context
    done
    for build in "${builds[@]}"; do
        printf '\n%-18s' "$build"
        for target in "${targets[@]}"; do
            printf '%11d %5d %9d' "$(code_bytes "$target" "$build")" "$(largest_frame "$target" "$build")" \
                "$(context_bytes "$target" "$build")"
        done
    done
    echo
fi

echo "$passed passed, $failed failed"
((failed == 0))
