#!/usr/bin/python3
"""archive.py DIRECTORY packs the kernel to take away: DIRECTORY/rtmr-VERSION.tar.gz.

DIRECTORY holds the pair of files already. The archive stands alone: pages, sources, examples, the
means to build and check them, and the checksums of all. The same sources give the same bytes.
"""
import gzip
import hashlib
import io
import pathlib
import re
import sys
import tarfile

from amalgamate import KERNEL, ROOT, version

DIST = KERNEL / "dist"

# The proven modules, where they stand in the repository, with all that they name.
SAME_PLACE = ("LICENSE", "kernel/*.[ch]", "kernel/*.md", "kernel/safety/*", "spec/*", "proofs/*/*.h", "proofs/*.md",
              "proofs/gate/__init__.py", "proofs/gate/pair.py", "tests/embedded/examples/*.[ch]",
              "tests/embedded/board/board.h", "tests/embedded/board/mps2.*", "tests/embedded/shim/*",
              "tests/embedded/cell/controller.[ch]", "tests/embedded/cell/plant.[ch]", "tests/campaign/random.[ch]")

# Other files: where they stand, and where they go.
ELSEWHERE = (("kernel/dist/archive/*", ""), ("kernel/dist/arm-none-eabi.cmake", "cmake/"),
             ("kernel/dist/rtmr-settings.cmake", "cmake/"), ("kernel/dist/examples/*.[ch]", "examples/"),
             ("kernel/dist/examples/freertos/*", "examples/freertos/"), ("kernel/dist/zephyr/*.*", "zephyr/"),
             ("kernel/dist/zephyr/sample/*.*", "zephyr/sample/"),
             ("kernel/dist/zephyr/sample/src/*", "zephyr/sample/src/"))

PROGRAMS = ("rtmr-check-config", )
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def programs():
    """The programs of the embedder's page and what they print: its first block of code, and all
    others together."""
    blocks = [found.groups() for found in BLOCK.finditer((KERNEL / "README.md").read_text())]
    first, *others = [text for kind, text in blocks if kind == "c"]
    printed = {}
    for kind, text in blocks:
        command, _, output = text.partition("\n")
        if kind == "console" and command.startswith("$ cc "):
            printed[command.rpartition("./")[2]] = output
    return {"order.c": first, "order.txt": printed["example"], "changes.c": "\n".join(others),
            "changes.txt": printed["pieces"]}


def kconfig():
    """zephyr/Kconfig: its defaults are those of the kernel's header."""
    header = (KERNEL / "rtmr_config.h").read_text()

    def default(found):
        value = re.search(rf"^#define {found.group(1)} (\d+)$", header, re.MULTILINE).group(1)
        return "ny"[int(value)] if found.group(1).startswith("RTMR_WITH_") else value

    return re.sub(r"@(RTMR_\w+)@", default, (DIST / "zephyr/Kconfig").read_text())


def contents(directory):
    """Every file of the archive by its name in it."""
    files = {}
    for pattern in SAME_PLACE:
        files |= {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in ROOT.glob(pattern) if path.is_file()}
    for pattern, folder in ELSEWHERE:
        files |= {folder + path.name: path.read_bytes() for path in ROOT.glob(pattern) if path.is_file()}
    files |= {f"pair/{name}": (directory / name).read_bytes() for name in ("rtmr.h", "rtmr.c")}
    files |= {f"examples/{name}": text.encode() for name, text in programs().items()}
    files["zephyr/Kconfig"] = kconfig().encode()
    sums = "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items()))
    return files | {"SHA256SUMS": sums.encode()}


def pack(directory):
    """Writes the archive."""
    root = f"rtmr-{version()}"
    with open(directory / f"{root}.tar.gz", "wb") as file, \
         gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0) as packed, \
         tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in sorted(contents(directory).items()):
            entry = tarfile.TarInfo(f"{root}/{name}")
            entry.size = len(data)
            entry.mode = 0o755 if name in PROGRAMS else 0o644
            archive.addfile(entry, io.BytesIO(data))


def main():
    if len(sys.argv) != 2:
        print(__doc__.splitlines()[0], file=sys.stderr)
        return 2
    pack(pathlib.Path(sys.argv[1]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
