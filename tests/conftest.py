"""How the whole suite runs hypothesis."""

import os

from hypothesis import settings

# The first example of a kernel's test compiles it, so no deadline; a red run must be repeatable.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")
