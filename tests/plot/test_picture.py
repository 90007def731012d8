"""A picture is shown by notebooks and saved as its ending says, whole or not at all."""

import builtins

import pytest

from diskembed.errors import MissingExtraError, ParameterError, WriteError
from diskembed.plot.canvas import document, text
from diskembed.plot.picture import Picture

PICTURE = Picture(document([text(5, 5, "a < b", halo=True)], width=60, height=40, title="t", note="what"))


def test_a_notebook_shows_the_svg():
    assert PICTURE._repr_svg_() == PICTURE.svg
    assert "a &lt; b" in PICTURE.svg


def test_it_is_saved_as_svg(tmp_path):
    PICTURE.save(tmp_path / "p.svg")
    assert (tmp_path / "p.svg").read_text(encoding="utf-8") == PICTURE.svg


@pytest.mark.parametrize(("suffix", "magic"), [(".png", b"\x89PNG"), (".pdf", b"%PDF")])
def test_it_is_converted(tmp_path, suffix, magic):
    try:
        import cairosvg  # noqa: F401
    except (ImportError, OSError) as error:
        pytest.skip(f"no cairosvg with cairo here: {error}")
    PICTURE.save(tmp_path / f"p{suffix}")
    assert (tmp_path / f"p{suffix}").read_bytes().startswith(magic)


@pytest.mark.parametrize("error", [ImportError, OSError])
def test_without_the_extra_the_error_names_it_and_nothing_is_written(tmp_path, monkeypatch, error):
    real = builtins.__import__

    def importing(name, *rest, **more):
        if name == "cairosvg":
            raise error("no library called cairo")
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", importing)
    with pytest.raises(MissingExtraError, match=r"diskembed\[plot\]"):
        PICTURE.save(tmp_path / "p.png")
    assert list(tmp_path.iterdir()) == []


def test_other_endings_and_folders_are_refused(tmp_path):
    with pytest.raises(ParameterError, match=r"\.svg, \.png, \.pdf"):
        PICTURE.save(tmp_path / "p.jpg")
    with pytest.raises(WriteError, match="cannot be written"):
        PICTURE.save(tmp_path / "no" / "p.svg")


def test_control_characters_do_not_break_the_document():
    from xml.etree import ElementTree

    svg = document([text(0, 0, "a\x00b\x1b")], width=9, height=9, title="\x07", note="\x01 note")
    assert ElementTree.fromstring(svg).tag.endswith("svg")
