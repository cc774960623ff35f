"""Answers of the service against its description, openapi.json."""
import json
import re

import jsonschema

from tests.service.daemon import ROOT

OPENAPI = json.loads((ROOT / "harness/service/openapi.json").read_text())


def schema_at(schema):
    """A validator for a schema of the description."""
    return jsonschema.Draft202012Validator(schema, resolver=jsonschema.RefResolver("", OPENAPI))


def operation(method, path):
    """The template of a path, and what the description says of the method there."""
    path = path.partition("?")[0]
    for template, operations in OPENAPI["paths"].items():
        if re.fullmatch(re.sub(r"{\w+}", r"[^/]+", template), path):
            return template, operations.get(method.lower())
    return None, None


def check(method, path, status, answer):
    """The status is one that the description has for this request, and the answer fits it."""
    template, described = operation(method, path)
    assert described is not None, f"{method} {path} is not described"
    assert str(status) in described["responses"], f"{method} {template} answers {status}: {answer}"
    content = described["responses"][str(status)]["content"]
    if "application/json" in content:
        errors = [f"{error.json_path}: {error.message}"
                  for error in schema_at(content["application/json"]["schema"]).iter_errors(answer)]
        assert not errors, f"{method} {path} {status}: {answer}: {errors}"


class Described:
    """Requests to a daemon whose answers are checked."""

    def __init__(self, daemon):
        self.daemon = daemon
        self.seen = set()

    def __call__(self, method, path, body=None):
        status, answer = self.daemon.request(method, path, body)
        check(method, path, status, answer)
        self.seen.add((method, operation(method, path)[0]))
        return status, answer

    def get(self, path):
        """The answer to a request that succeeds."""
        status, answer = self("GET", path)
        assert status == 200, (path, status, answer)
        return answer


def everything():
    """All operations of the description."""
    return {(method.upper(), template)
            for template, operations in OPENAPI["paths"].items() for method in operations}
