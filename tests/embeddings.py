"""Small embeddings of every registered model, for whatever works on fitted rows."""

from diskembed.embedding import Embedding
from diskembed.graph.dag import DAG
from diskembed.graph.names import Names
from diskembed.models import registry

CASES = [
    (model, rows) for name in registry.names() for model, rows in type(registry.make(name, 3)).examples()
]
IDS = [
    f"{model.name}-{model.options.get('geometry', '')}{model.dim}-{i}" for i, (model, _) in enumerate(CASES)
]


def embedding_of(model, rows, threshold=None, **parts):
    """Rows named n0, n1, ...; where only data can say what is contained, a half of all pairs is."""
    names = Names.from_strings(f"n{i}" for i in range(len(rows)))
    if threshold is None and model.contained_at is None:
        threshold = 1.0
    return Embedding(names, rows, model, threshold, **parts)


def nested(**parts):
    """Intervals on a line: animal holds dog holds pug; rock is apart. "animal" merged with "beast"."""
    edges = [("animal", "beast"), ("beast", "animal"), ("animal", "dog"), ("dog", "pug")]
    dag = DAG.from_edges(edges, nodes=["rock"], on_cycle="collapse")
    rows = {"animal": [0.0, 4.0], "dog": [1.0, 2.0], "pug": [1.5, 0.5], "rock": [9.0, 1.0]}
    model = registry.make("disks", 2, geometry="euclid")
    return Embedding.of_dag(dag, [rows[name] for name in dag.names], model, **parts)
