"""One Hypothesis profile for all: no deadline, as machines differ, and the same examples each run."""

from hypothesis import settings

settings.register_profile("symproof", deadline=None, derandomize=True)
settings.load_profile("symproof")
