"""``demo``: the README's main job, in its quickest form."""

from xml.etree import ElementTree

from click.testing import CliRunner

import diskembed as de
from diskembed.cli import demo


def test_the_whole_way(tmp_path):
    arguments = ["--percent", "0", "--dim", "5", "--output", str(tmp_path / "out")]
    result = CliRunner().invoke(demo.command, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    for words in ("82,114 nodes", "test F1", "degree only", "symbolic closure", "is a dog a kind of animal?"):
        assert words in result.stdout
    embedding = de.load(tmp_path / "out" / "nouns.disk")
    assert len(embedding) == 82_114
    picture = ElementTree.parse(tmp_path / "out" / "mammals.svg").getroot()
    circles = list(picture.iter("{http://www.w3.org/2000/svg}circle"))
    assert len(circles) == len(de.datasets.load("wordnet-mammals"))
