"""Fixtures of the tests of the service."""
from tests.service.job_tools import fixture_daemon  # pylint: disable=unused-import
