"""Settings of Hypothesis for tests that run on busy machines: time decides nothing."""

from hypothesis import HealthCheck, settings

law = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
