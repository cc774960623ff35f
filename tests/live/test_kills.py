"""The kill campaign; RTMR_KILLS says how many kills, RTMR_SEED where it begins."""
import os
import random

import pytest

from tests.service.daemon import BUILD
from tests.service.kills import Campaign


@pytest.mark.parametrize("variant", [".", "service-gcc"])
def test_no_answer_is_contradicted_by_kills(variant):
    """As delivered, and with sanitizers; the audit confirms the store, too."""
    seed = int(os.environ.get("RTMR_SEED") or random.SystemRandom().randrange(1 << 32))
    kills = int(os.environ.get("RTMR_KILLS") or 500)
    Campaign(seed, kills, BUILD / variant / "rtmrd", BUILD / "rtmr").run()
