"""How much Hypothesis tries: enough for every push, more with ``--hypothesis-profile=deep``."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "quick", max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("deep", parent=settings.get_profile("quick"), max_examples=2000)
settings.load_profile("quick")
