"""The description of the server's answers, as OpenAPI 3.1."""

from __future__ import annotations

from typing import Any

from diskembed import __version__
from diskembed.viewer.atlas import MOST_DRAWN

__all__ = ["document"]

Json = dict[str, Any]

TEXT: Json = {"type": "string"}
COUNT: Json = {"type": "integer", "minimum": 0}
NUMBER: Json = {"type": "number"}
NUMBERS: Json = {"type": "array", "items": COUNT}


def document() -> Json:
    """The whole document."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "diskembed view",
            "version": __version__,
            "description": "The map of one embedding. A node is a number from 0, in the order of names.",
        },
        "paths": {
            "/api/map": get("What the map is, and how its disks are laid out", schema("Map")),
            "/api/map/names": get("All names, by number", record(names={"type": "array", "items": TEXT})),
            "/api/map/disks": get(
                "Arrays one after another, little-endian, as fields of /api/map lists them",
                {"type": "string", "format": "binary"},
                media="application/octet-stream",
            ),
            "/api/nodes": get("The node of a name", schema("Node"), [query("name", TEXT)], errors=(400, 404)),
            "/api/nodes/{node}": get("One node", schema("Node"), [NODE], errors=(400, 404)),
            "/api/nodes/{node}/ancestors": get(
                "The nodes that contain it, the deepest containment first",
                schema("Related"),
                [NODE, LIMIT],
                errors=(400, 404),
            ),
            "/api/nodes/{node}/descendants": get(
                "The nodes that it contains, the deepest containment first",
                schema("Related"),
                [NODE, LIMIT],
                errors=(400, 404),
            ),
            "/api/contains": get(
                "Whether one name contains another",
                schema("Containment"),
                [query("ancestor", TEXT), query("descendant", TEXT)],
                errors=(400, 404),
            ),
            "/api/export": get("The map as one HTML file", TEXT, media="text/html"),
        },
        "components": {"schemas": SCHEMAS, "securitySchemes": SECURITY},
        "security": [{}, {"bearer": []}, {"cookie": []}],
    }


def get(summary: str, answer: Json, parameters: list[Json] | None = None, **more: Any) -> Json:
    """A path that is only read."""
    media, errors = more.get("media", "application/json"), more.get("errors", (400,))
    responses: Json = {"200": {"description": "The answer", "content": {media: {"schema": answer}}}}
    for status in (*errors, 401, 403, 413, 414, 503, 504):
        responses[str(status)] = {
            "description": MEANINGS[status],
            "content": {"application/json": {"schema": schema("Error")}},
        }
    return {"get": {"summary": summary, "parameters": parameters or [], "responses": responses}}


def query(name: str, kind: Json) -> Json:
    """A parameter that has to be there."""
    return {"name": name, "in": "query", "required": True, "schema": kind}


def record(**fields: Json) -> Json:
    """An object with exactly these fields."""
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def schema(name: str) -> Json:
    """One of ``SCHEMAS``."""
    return {"$ref": f"#/components/schemas/{name}"}


NODE: Json = {
    "name": "node",
    "in": "path",
    "required": True,
    "schema": {"type": "integer", "minimum": 0, "maximum": MOST_DRAWN - 1},
}
LIMIT: Json = {
    "name": "limit",
    "in": "query",
    "schema": {"type": "integer", "minimum": 1, "maximum": MOST_DRAWN, "default": 100},
}
MEANINGS = {
    400: "A parameter is missing, unknown, given twice, or outside what is allowed",
    401: "The server has a token, which the request lacks",
    403: "The Host or the Origin is not the server's",
    404: "No such node",
    413: "The request has a body",
    414: "The address is too long",
    503: "Too many requests are being answered",
    504: "The answer took too long",
}
SECURITY: Json = {
    "bearer": {"type": "http", "scheme": "bearer"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "diskembed_token"},
}
SCHEMAS: Json = {
    "Error": record(error=TEXT),
    "Map": record(
        title=TEXT,
        nodes=COUNT,
        nodes_of_model=COUNT,
        pairs=COUNT,
        model=TEXT,
        geometry={"type": ["string", "null"]},
        dim=COUNT,
        cutoff=NUMBER,
        curvature={"enum": [-1, 0, 1]},
        exact={"type": "boolean"},
        note=TEXT,
        fields={"type": "array", "items": record(name=TEXT, type={"enum": ["float64", "int32"]}, each=COUNT)},
    ),
    "Node": record(
        node=COUNT,
        name=TEXT,
        members={"type": "array", "items": TEXT},
        depth=COUNT,
        path=NUMBERS,
        ancestors=COUNT,
        descendants=COUNT,
    ),
    "Related": record(node=COUNT, total=COUNT, nodes=NUMBERS, protrusions={"type": "array", "items": NUMBER}),
    "Containment": record(
        ancestor=TEXT, descendant=TEXT, contains={"type": "boolean"}, protrusion=NUMBER, cutoff=NUMBER
    ),
}
