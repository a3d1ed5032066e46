"""How hard the property tests try: little; much with HYPOTHESIS_PROFILE=thorough, as in `make deep`."""

import os
import sys

from hypothesis import HealthCheck, settings

# Tests start hundreds of processes, each of which would compile our code again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

CALM = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]

settings.register_profile("brief", max_examples=10, deadline=None, suppress_health_check=CALM)
settings.register_profile("ci", max_examples=12, deadline=None, suppress_health_check=CALM)
settings.register_profile("thorough", max_examples=1_000, deadline=None, suppress_health_check=CALM)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
