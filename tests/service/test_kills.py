"""A short kill campaign; `make test-live` has the long one."""
import random

from tests.service.kills import Campaign


def test_a_few_kills():
    Campaign(random.SystemRandom().randrange(1 << 32), 20).run()
