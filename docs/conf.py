"""How the pages are built: ``sphinx-build -W -b html docs build/docs`` with the extra ``docs``."""

import re
from collections.abc import Callable

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

from diskembed import __version__

project = "diskembed"
author = copyright = "The diskembed authors"  # noqa: A001
release = version = __version__

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]
myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]

# Notebooks are kept without what they print: a build runs them, and stops where one fails or warns.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 300  # a first run waits for the compiler
nb_output_stderr = "error"
nb_merge_streams = True

html_theme = "furo"
html_title = f"diskembed {release}"
html_static_path = ["_static"]
html_math_renderer = "mathml"

autodoc_member_order = "bysource"
autodoc_typehints = "none"  # signatures of many parameters read better without; the sources are a click away
napoleon_google_docstring = True
napoleon_numpy_docstring = False


def formula(display: str) -> Callable[[HTML5Translator, nodes.Element], None]:
    """Formulas become MathML when the pages are built, which browsers show without a script or a network."""

    def write(page: HTML5Translator, node: nodes.Element) -> None:
        spaced = re.sub(
            r"\\(iff|implies)\b", r"\\;\\\1\\;", node.astext()
        )  # browsers put no space around these
        page.body.append(convert(spaced, display=display))
        raise nodes.SkipNode

    return write


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.add_html_math_renderer("mathml", (formula("inline"), None), (formula("block"), None))
