"""How the pages are built: ``sphinx-build -W -b html docs build/docs`` with the extra ``docs``."""

from diskembed import __version__

project = "diskembed"
author = copyright = "The diskembed authors"  # noqa: A001
release = version = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.mathjax",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]
myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = f"diskembed {release}"
html_static_path = ["_static"]

autodoc_member_order = "bysource"
autodoc_typehints = "none"  # signatures of many parameters read better without; the sources are a click away
napoleon_google_docstring = True
napoleon_numpy_docstring = False
