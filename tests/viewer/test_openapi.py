"""Schemathesis: whatever is sent, answers are as the OpenAPI document describes, and none is a 5xx."""

# ruff: noqa: E402

import pytest

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")
pytest.importorskip("starlette", reason="the extra view is not installed")

from hypothesis import HealthCheck, settings

from diskembed.viewer.server import application
from viewer.maps import small

OURS = {"host": "localhost"}

schema = schemathesis.openapi.from_asgi("/openapi.json", application(small()), headers=OURS)


@schema.parametrize()
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
def test_answers_are_as_described(case):
    answer = case.call(headers=OURS)
    assert answer.status_code < 500
    case.validate_response(answer, headers=OURS)
