#!/usr/bin/python3
"""sbom.py OUTPUT ROOT FILE... writes a bill of materials of the kernel in the form of SPDX 2.3, as
JSON: each FILE, a path below ROOT, with its checksums, and the package that they make.

The same files give the same bytes: the instant of creation is $SOURCE_DATE_EPOCH, or 0 as in the
archive of `make dist`, and the name of the document is made of the checksums.
"""
import datetime
import hashlib
import json
import os
import pathlib
import re
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent.parent
LICENCE = "Apache-2.0"
TYPES = {".c": "SOURCE", ".h": "SOURCE", ".acsl": "SOURCE", ".py": "SOURCE", ".md": "DOCUMENTATION", "": "TEXT"}


def checksums(content):
    """SHA-1, which SPDX asks for, and SHA-256."""
    return [{"algorithm": name.upper(), "checksumValue": hashlib.new(name, content).hexdigest()}
            for name in ("sha1", "sha256")]


def described(root, name):
    """A file as SPDX describes it."""
    return {"SPDXID": f"SPDXRef-File-{re.sub(r'[^A-Za-z0-9.]', '-', name)}", "fileName": f"./{name}",
            "fileTypes": [TYPES.get(pathlib.PurePath(name).suffix, "OTHER")],
            "checksums": checksums((root / name).read_bytes()), "licenseConcluded": LICENCE,
            "licenseInfoInFiles": ["NOASSERTION"], "copyrightText": "NOASSERTION"}


def document(root, names, version, instant):
    """The bill of materials of these files."""
    files = [described(root, name) for name in sorted(names)]
    # What SPDX calls the verification code: the SHA-1 of the SHA-1 of all files, in order.
    code = hashlib.sha1("".join(sorted(file["checksums"][0]["checksumValue"] for file in files)).encode()).hexdigest()
    package = {"SPDXID": "SPDXRef-Package-rtmr", "name": "rtmr", "versionInfo": version,
               "downloadLocation": "NOASSERTION", "filesAnalyzed": True,
               "packageVerificationCode": {"packageVerificationCodeValue": code}, "licenseConcluded": LICENCE,
               "licenseDeclared": LICENCE, "licenseInfoFromFiles": ["NOASSERTION"], "copyrightText": "NOASSERTION",
               "supplier": "NOASSERTION", "primaryPackagePurpose": "LIBRARY"}
    created = datetime.datetime.fromtimestamp(instant, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    relationships = [("SPDXRef-DOCUMENT", "DESCRIBES", package["SPDXID"]),
                     *((package["SPDXID"], "CONTAINS", file["SPDXID"]) for file in files)]
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
            "name": f"rtmr-{version}",
            "documentNamespace": f"https://spdx.org/spdxdocs/rtmr-{version}-{code}",
            "creationInfo": {"created": created, "creators": ["Tool: rtmr-sbom"]}, "packages": [package],
            "files": files,
            "relationships": [{"spdxElementId": element, "relationshipType": kind, "relatedSpdxElement": other}
                              for element, kind, other in relationships]}


def main(output, root, *names):
    header = (REPOSITORY / "kernel/rtmr_config.h").read_text(encoding="utf-8")
    version = re.search(r'^#define RTMR_VERSION "(.*)"$', header, re.MULTILINE)[1]
    found = document(pathlib.Path(root), names, version, int(os.environ.get("SOURCE_DATE_EPOCH", "0")))
    pathlib.Path(output).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
