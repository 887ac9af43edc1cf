from __future__ import annotations

import io
import json

import pytest
from django.core.management import call_command

from accounts.api.reference import schema

pytestmark = pytest.mark.django_db


def operations():
    return [
        pytest.param(described, id=f"{method} {path}")
        for path, methods in schema()["paths"].items()
        for method, described in methods.items()
    ]


def test_the_description_is_valid_and_complete(tmp_path):
    call_command("spectacular", "--validate", "--fail-on-warn", file=str(tmp_path / "schema.yml"), stderr=io.StringIO())


def test_programs_get_it_as_json(client):
    answer = client.get("/api/v1/openapi.json")
    described = json.loads(answer.content)
    assert described["openapi"].startswith("3.")
    assert described["paths"]["/api/v1/me"]["get"]["responses"]["401"]
    assert "no-store" not in answer["Cache-Control"]


@pytest.mark.parametrize("path", ["/api/v1/openapi.json", "/api/"])
def test_it_can_only_be_read(client, path):
    answer = client.post(path)
    assert (answer.status_code, answer["Allow"], answer.json()["code"]) == (405, "GET, HEAD", "method_not_allowed")


@pytest.mark.parametrize("described", operations())
def test_every_operation_says_what_it_does_and_how_it_refuses(described):
    assert described["summary"]
    answers = described["responses"]
    assert any(status.startswith("2") for status in answers)
    assert any(status.startswith("4") for status in answers)
    assert described["operationId"]


def test_the_examples_of_what_is_sent_are_taken(client):
    def example(path: str) -> dict:
        content = schema()["paths"][path]["post"]["requestBody"]["content"]["application/json"]
        return next(iter(content["examples"].values()))["value"]

    for path in ("/api/v1/signup", "/api/v1/guests", "/api/v1/tokens"):
        answer = client.post(path, json.dumps(example(path)), content_type="application/json")
        assert answer.status_code == 201, answer.content


def test_people_get_a_page_with_every_operation(client):
    page = client.get("/api/").content.decode()
    for path, methods in schema()["paths"].items():
        for described in methods.values():
            assert f'id="{described["operationId"]}"' in page
            assert path in page
    assert "<script>" not in page
    assert "style=" not in page


def test_the_page_takes_one_query_at_most_for_who_reads_it(client, django_assert_max_num_queries):
    client.get("/api/")
    with django_assert_max_num_queries(0):
        client.get("/api/")
