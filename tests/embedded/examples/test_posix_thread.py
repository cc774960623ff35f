#!/usr/bin/python3
"""The example with POSIX threads, without its lock: the thread sanitizer must notice. With it, it is a suite of its own."""
import os
import pathlib
import subprocess
import sys

PROGRAM = pathlib.Path(__file__).resolve().parents[3] / "build/tsan-without-lock/posix_thread"


def main():
    done = subprocess.run([str(PROGRAM)], env=dict(os.environ, TSAN_OPTIONS="halt_on_error=1"), stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300, check=False)
    noticed = done.returncode != 0 and "ThreadSanitizer: data race" in done.stdout
    if not noticed:
        print(f"{PROGRAM} ended with {done.returncode}, and no data race was reported:\n{done.stdout}")
    print(f"{int(noticed)} passed, {int(not noticed)} failed")
    return 0 if noticed else 1


if __name__ == "__main__":
    sys.exit(main())
