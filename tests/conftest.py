"""Hypothesis profiles: the same examples each run by default, fresh ones under `make test-all`; no deadline, as machines differ."""

import os

from hypothesis import settings

settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("fresh", deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))
