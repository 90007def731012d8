import pytest

from diskembed import read
from diskembed.errors import ParameterError, ReadError
from graph.read.examples import edges_of

PREFIXES = """@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix : <http://x/> .
"""


def written(tmp_path, text, name="a.ttl"):
    path = tmp_path / name
    path.write_text(PREFIXES + text if name.endswith(".ttl") else text)
    return path


def short(names):
    return {name.removeprefix("http://x/") for name in names}


def short_edges(dag):
    return {tuple(name.removeprefix("http://x/") for name in edge) for edge in edges_of(dag)}


def test_directions(tmp_path):
    text = ":a rdfs:subClassOf :b . :c skos:broader :d . :e skos:narrower :f ."
    assert short_edges(read(written(tmp_path, text))) == {("b", "a"), ("d", "c"), ("e", "f")}


def test_both_directions_of_one_edge_are_one_edge(tmp_path):
    dag = read(written(tmp_path, ":a skos:broader :b . :b skos:narrower :a ."))
    assert short_edges(dag) == {("b", "a")}
    assert dag.cleaning.duplicates == 1


def test_predicates_are_chosen_with_the_nodes_that_go_with_them(tmp_path):
    path = written(
        tmp_path,
        ":a rdfs:subClassOf :b ; :partOf :c . :k a owl:Class . :s a skos:Concept ; skos:broader :t .",
    )
    assert short(read(path, relations=("subClassOf",)).names) == {"a", "b", "k"}
    assert short(read(path, relations=("broader", "narrower")).names) == {"s", "t"}
    dag = read(path, relations=("http://x/partOf",))
    assert short_edges(dag) == {("c", "a")}
    assert short(dag.names) == {"a", "c", "k", "s"}
    with pytest.raises(ParameterError, match=r"relations has 'broder'; .*did you mean 'broader'"):
        read(path, relations=("broder",))
    with pytest.raises(
        ReadError, match=r"no relationship is named 'http://x/partof'; .*did you mean 'http://x/partOf'"
    ):
        read(path, relations=("http://x/partof",))


def test_blank_nodes_and_literals_are_left_out(tmp_path):
    text = ':a rdfs:subClassOf [ a owl:Class ], "text", :b . [] rdfs:subClassOf :c . :a rdfs:label "a" .'
    assert short_edges(read(written(tmp_path, text))) == {("b", "a")}


def test_deprecated_classes_are_left_out_unless_an_edge_names_them(tmp_path):
    text = (
        ":a a owl:Class ; owl:deprecated true . :b a owl:Class ; owl:deprecated false . "
        ":c rdfs:subClassOf :d . :d owl:deprecated true ."
    )
    assert short(read(written(tmp_path, text)).names) == {"b", "c", "d"}


@pytest.mark.parametrize(
    ("name", "text", "line", "message"),
    [
        ("a.ttl", ":a :b", 5, "expected Turtle"),
        ("a.ttl", "<a> <b> <c> .", 5, "@base in Turtle"),
        ("a.ttl", ':a :b "c" .', None, "it holds no node"),
        ("a.nt", "<urn:a> <urn:b> <urn:c> .\nbad\n", 2, "expected N-Triples"),
        ("a.owl", "Prefix(:=<urn:a>)", None, "expected RDF/XML"),
        ("a.owl", "<rdf:RDF", None, "expected RDF/XML"),
    ],
)
def test_bad_files(tmp_path, name, text, line, message):
    with pytest.raises(ReadError, match=message) as caught:
        read(written(tmp_path, text, name))
    assert caught.value.line == line


@pytest.mark.parametrize("name", ["a.ttl", "a.nt", "a.owl"])
def test_what_cannot_be_read_is_not_quoted_at_length(tmp_path, name):
    path = tmp_path / name
    path.write_text("x" * 10**6 + "\nx\n")
    with pytest.raises(ReadError) as caught:
        read(path)
    assert len(str(caught.value)) < len(str(path)) + 500
    assert "\n" not in str(caught.value)
