import gzip

import pytest

from diskembed import read
from diskembed.errors import ParameterError, ReadError
from graph.read.examples import DATA_NOUN, INDEX_NOUN, edges_of


def written(tmp_path, data=DATA_NOUN, index=INDEX_NOUN):
    (tmp_path / "data.noun").write_bytes(data)
    (tmp_path / "index.noun").write_bytes(index)
    return tmp_path / "data.noun"


def test_senses_are_numbered_by_the_index(tmp_path):
    names = list(read(written(tmp_path)).names)
    assert names == ["animal.n.01", "dog.n.01", "cat.n.01", "pug.n.01", "pet.n.01", "rock.n.01", "dog.n.02"]
    turned = INDEX_NOUN.replace(b"00000002 00000007", b"00000007 00000002")
    assert ("rock.n.01", "dog.n.01") in edges_of(read(written(tmp_path, index=turned)))


def test_the_folder_stands_for_the_nouns(tmp_path):
    whole = edges_of(read(written(tmp_path)))
    assert edges_of(read(tmp_path)) == edges_of(read(tmp_path, format="wordnet")) == whole


def test_the_index_may_be_compressed_alone(tmp_path):
    path = written(tmp_path)
    (tmp_path / "index.noun").unlink()
    (tmp_path / "index.noun.gz").write_bytes(gzip.compress(INDEX_NOUN))
    assert read(path).n_nodes == 7


def test_pointers_are_chosen(tmp_path):
    path = written(tmp_path, DATA_NOUN.replace(b"001 @ 00000006", b"002 #p 00000001 n 0000 @ 00000006"))
    assert edges_of(read(path, relations=("instance_hypernym",))) == {("pet.n.01", "dog.n.01")}
    assert edges_of(read(path, relations=("part_holonym",))) == {("animal.n.01", "dog.n.02")}
    with pytest.raises(ParameterError, match=r"'hyponym'; one of hypernym, .*did you mean 'hypernym'"):
        read(path, relations=("hyponym",))


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        (b"@ 00000001 n", b"@ 00000009 n", 3, "a pointer to 00000009, where no synset is"),
        (b"03 n 01 animal", b"03 n zz animal", 2, "is no entry; expected a synset"),
        (b"03 n 01 animal 0 000", b"03 n 01 animal 0 004", 2, "is no entry"),
        (b"01 cat", b"01 lion", 4, "the index does not list this synset under 'lion'"),
    ],
)
def test_bad_data(tmp_path, old, new, line, message):
    assert old in DATA_NOUN
    with pytest.raises(ReadError, match=message) as caught:
        read(written(tmp_path, DATA_NOUN.replace(old, new)))
    assert caught.value.line == line


def test_a_bad_index_is_named(tmp_path):
    with pytest.raises(ReadError, match=r"index\.noun, line 3: .* is no entry"):
        read(written(tmp_path, index=INDEX_NOUN.replace(b"cat n 1", b"cat n x")))


def test_without_an_index(tmp_path):
    written(tmp_path)
    (tmp_path / "index.noun").unlink()
    with pytest.raises(ReadError, match="there is no index beside it"):
        read(tmp_path)
