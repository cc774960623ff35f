#!/bin/sh
# Runs a prover, at most for PROVER_SECONDS of processor time: limited.sh PROVER ARGUMENTS
#
# WP counts its own limit by the clock on the wall, and on a busy machine would end a prover that
# has hardly run. So it is given a limit that is far off, WALL_SECONDS, and this one decides. A
# prover that runs into it is reported in the words that Why3's drivers know, as one that has used
# up WP's limit: only so WP's cache takes it for decided.
ulimit -t "$PROVER_SECONDS"
setpriv --pdeathsig KILL "$@"
status=$?
if [ "$status" -eq 137 ]; then # killed: by the limit
    echo "interrupted by timeout"
    echo "why3cpulimit time : $WALL_SECONDS s"
fi
exit "$status"
