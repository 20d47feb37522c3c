"""Hypothesis profiles, without deadlines: the same examples each run, fresh ones under `make test-all`."""

import os

from hypothesis import settings

settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("fresh", deadline=None, print_blob=True)
os.environ["COLUMNS"] = "100"  # what a pipe gets; a test worker would see another width
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))
