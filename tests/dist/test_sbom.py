"""The bill of materials is SPDX 2.3, has exactly the kernel's files, and their checksums."""
import hashlib
import json
import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
KERNEL = sorted(["LICENSE", *(str(path.relative_to(ROOT)) for path in ROOT.glob("kernel/*.[ch]"))])

# What SPDX 2.3 asks of each element, and the form of it.
IDENTIFIER = r"SPDXRef-[A-Za-z0-9.-]+"
LICENCES = r"Apache-2\.0|NOASSERTION"
DOCUMENT = {"spdxVersion": "SPDX-2\\.3", "dataLicense": "CC0-1\\.0", "SPDXID": "SPDXRef-DOCUMENT", "name": ".+",
            "documentNamespace": r"https://[\w./-]+[^#]"}
CREATION = {"created": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"}
PACKAGE = {"SPDXID": IDENTIFIER, "name": ".+", "versionInfo": r"\d+\.\d+\.\d+", "downloadLocation": "NOASSERTION",
           "licenseConcluded": LICENCES, "licenseDeclared": LICENCES, "copyrightText": ".+"}
FILE = {"SPDXID": IDENTIFIER, "fileName": r"\./[^/].*", "licenseConcluded": LICENCES, "copyrightText": ".+"}


def write(output, root, *names, **environment):
    """Runs the program."""
    subprocess.run(["/usr/bin/python3", "-B", ROOT / "kernel/dist/sbom.py", output, root, *names], env=environment,
                   check=True)


@pytest.fixture(name="bill")
def what_make_writes():
    """The bill of materials of `make sbom`."""
    subprocess.run(["make", "sbom"], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    return json.loads((ROOT / "build/dist/rtmr.spdx.json").read_text())


def faults(bill):
    """What is wrong with a document: fields that lack or have another form, identifiers that come
    twice, relationships that lead nowhere, files whose verification code is another."""
    elements = ((bill, DOCUMENT), (bill["creationInfo"], CREATION),
                *((package, PACKAGE) for package in bill["packages"]), *((file, FILE) for file in bill["files"]))
    found = [f"{element.get('SPDXID')}: {name}" for element, fields in elements for name, form in fields.items()
             if not re.fullmatch(form, str(element.get(name, "")))]
    found += ["creators"] if not all(re.match("(Tool|Person|Organization): ", creator)
                                     for creator in bill["creationInfo"]["creators"] or [""]) else []
    identifiers = [bill["SPDXID"], *(element["SPDXID"] for element in bill["packages"] + bill["files"])]
    found += [f"{name} twice" for name in set(identifiers) if identifiers.count(name) > 1]
    related = {(each["spdxElementId"], each["relationshipType"], each["relatedSpdxElement"])
               for each in bill["relationships"]}
    package = bill["packages"][0]["SPDXID"]
    found += ["relationships"] if related != {
        ("SPDXRef-DOCUMENT", "DESCRIBES", package), *((package, "CONTAINS", file["SPDXID"]) for file in bill["files"])
    } else []
    sums = sorted(each["checksumValue"] for file in bill["files"] for each in file["checksums"]
                  if each["algorithm"] == "SHA1")
    code = bill["packages"][0]["packageVerificationCode"]["packageVerificationCodeValue"]
    return found + (["verification code"] if code != hashlib.sha1("".join(sums).encode()).hexdigest() else [])


def test_form(bill):
    assert not faults(bill)


def test_mistakes_are_found(bill):
    for change, expected in (
        (lambda wrong: wrong.pop("dataLicense"), "SPDXRef-DOCUMENT: dataLicense"),
        (lambda wrong: wrong["packages"][0].pop("downloadLocation"), "SPDXRef-Package-rtmr: downloadLocation"),
        (lambda wrong: wrong["files"][0].update(fileName="kernel"), f"{bill['files'][0]['SPDXID']}: fileName"),
        (lambda wrong: wrong["relationships"].pop(), "relationships"),
        (lambda wrong: wrong["files"][0]["checksums"][0].update(checksumValue="0"), "verification code"),
        (lambda wrong: wrong["files"][0].update(SPDXID="SPDXRef-DOCUMENT"), "SPDXRef-DOCUMENT twice"),
    ):
        wrong = json.loads(json.dumps(bill))
        change(wrong)
        assert expected in faults(wrong)


def test_files_and_version(bill):
    """Each file of the kernel and the licence, once, with the sums of coreutils."""
    assert [file["fileName"] for file in bill["files"]] == [f"./{name}" for name in KERNEL]
    for algorithm, program in (("SHA1", "sha1sum"), ("SHA256", "sha256sum")):
        said = "".join(f"{each['checksumValue']}  {file['fileName']}\n" for file in bill["files"]
                       for each in file["checksums"] if each["algorithm"] == algorithm)
        checked = subprocess.run([program, "--check", "--strict", "--quiet"], cwd=ROOT, input=said, text=True,
                                 check=False)
        assert said.count("\n") == len(KERNEL) and checked.returncode == 0
    header = (ROOT / "kernel/rtmr_config.h").read_text()
    assert f'#define RTMR_VERSION "{bill["packages"][0]["versionInfo"]}"\n' in header


def test_same_files_same_bytes(directory):
    """In another place, in another order, it is the same; with another byte in a file, or at
    another instant, it is not."""
    for name in KERNEL:
        (directory / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, directory / name)
    write(directory / "here", ROOT, *KERNEL)
    write(directory / "there", directory, *reversed(KERNEL))
    assert (directory / "here").read_bytes() == (directory / "there").read_bytes()
    write(directory / "later", directory, *KERNEL, SOURCE_DATE_EPOCH="1000000000")
    assert json.loads((directory / "later").read_text())["creationInfo"]["created"] == "2001-09-09T01:46:40Z"
    with open(directory / "kernel/clock.c", "a", encoding="utf-8") as file:
        file.write("\n")
    write(directory / "other", directory, *KERNEL)
    here, other = (json.loads((directory / name).read_text()) for name in ("here", "other"))
    assert here["documentNamespace"] != other["documentNamespace"] and not faults(other)
