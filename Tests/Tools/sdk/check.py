#!/usr/bin/env python3
"""Runs Google's own SDK, unchanged, against an emulator: check.py BASE_URL PICTURE [--tls CERTIFICATE].

Prints one line a check, `ok NAME` or `failed NAME: why`, and exits 1 when one failed. With --tls it speaks HTTP/2 and
trusts that certificate alone. The emulator must have been started without a script."""
import argparse
import enum
import json
import os
import pathlib
import ssl
import sys
import tempfile
import traceback
import warnings

# The SDK warns of values it does not know, which answers here have on purpose.
warnings.simplefilter("ignore")
for name in ("GOOGLE_API_KEY", "GEMINI_API_KEY", "GOOGLE_GEMINI_BASE_URL", "HTTPS_PROXY", "HTTP_PROXY"):
    os.environ.pop(name, None)

import pydantic
from google import genai
from google.genai import errors, types

MODEL = "gemini-3.5-flash-lite"
CHECKS = []


def check(function):
    CHECKS.append(function)
    return function


class Mood(enum.Enum):
    CALM = "calm"
    DARK = "dark"


class Label(pydantic.BaseModel):
    primaryCategory: str
    mood: Mood
    secondaryMood: Mood | None
    recommendedTags: list[str]


class Bench:
    def __init__(self, url, picture, certificate):
        self.url, self.certificate = url, certificate
        self.picture = types.Part.from_bytes(data=picture, mime_type="image/jpeg")
        self.bytes = picture
        self.client = self.make()

    def make(self, key="test-key", fault=None, **options):
        headers = {"Torii-Fault": fault} if fault else {}
        if self.certificate:
            context = ssl.create_default_context(cafile=self.certificate)
            options["client_args"] = {"verify": context, "http2": True}
        return genai.Client(
            api_key=key, http_options=types.HttpOptions(base_url=self.url, headers=headers, **options)
        )

    def generate(self, config=None, client=None, model=MODEL):
        return (client or self.client).models.generate_content(
            model=model, contents=[self.picture, "Classify this wallpaper."], config=config
        )


def raises(kind, code, status, call):
    try:
        call()
    except errors.APIError as error:
        assert type(error) is kind, f"{type(error).__name__} instead of {kind.__name__}"
        assert (error.code, error.status) == (code, status), f"{error.code} {error.status}"
        return error
    raise AssertionError(f"no error instead of {code} {status}")


def detail(error, kind):
    for entry in error.details["error"]["details"]:
        if entry["@type"] == "type.googleapis.com/google.rpc." + kind:
            return entry
    raise AssertionError(f"no {kind} in {error.details}")


@check
def generates_with_picture_and_schema(bench):
    answer = bench.generate({"response_mime_type": "application/json", "response_schema": Label})
    assert isinstance(answer.parsed, Label), answer.text
    assert answer.parsed.mood in Mood and len(answer.parsed.recommendedTags) >= 1
    assert answer.candidates[0].finish_reason == types.FinishReason.STOP
    assert answer.model_version == MODEL and answer.response_id
    usage = answer.usage_metadata
    assert usage.prompt_token_count + usage.candidates_token_count == usage.total_token_count
    assert usage.thoughts_token_count is None
    assert {entry.modality.name for entry in usage.prompt_tokens_details} == {"TEXT", "IMAGE"}


@check
def generates_with_json_schema(bench):
    schema = Label.model_json_schema()
    answer = bench.generate({"response_mime_type": "application/json", "response_json_schema": schema})
    assert set(json.loads(answer.text)) >= {"primaryCategory", "mood", "recommendedTags"}


@check
def generates_with_full_configuration(bench):
    # Everything the captured request of a real client holds: camelCase and snake_case side by side.
    answer = bench.generate(
        types.GenerateContentConfig(
            system_instruction="Classify.", temperature=0.2, top_p=0.95, candidate_count=1, max_output_tokens=512,
            seed=7, response_mime_type="application/json", media_resolution="MEDIA_RESOLUTION_LOW",
            thinking_config=types.ThinkingConfig(thinking_budget=0),
            safety_settings=[types.SafetySetting(category="HARM_CATEGORY_HATE_SPEECH", threshold="BLOCK_ONLY_HIGH")],
            response_schema={
                "type": "OBJECT",
                "properties": {
                    "primaryCategory": {"type": "STRING", "format": "enum", "enum": ["nature", "city"]},
                    "secondaryCategory": {"type": "STRING", "enum": ["nature", "city"], "nullable": True},
                    "recommendedTags": {
                        "type": "ARRAY", "items": {"type": "STRING"}, "minItems": "3", "maxItems": "6",
                    },
                },
                "required": ["primaryCategory", "recommendedTags"],
                "propertyOrdering": ["primaryCategory", "secondaryCategory", "recommendedTags"],
            },
        )
    )
    label = json.loads(answer.text)
    assert label["primaryCategory"] in ("nature", "city") and 3 <= len(label["recommendedTags"]) <= 6
    assert [key for key in label if key != "secondaryCategory"] == ["primaryCategory", "recommendedTags"]


@check
def answers_a_bare_value_of_an_enum(bench):
    answer = bench.generate({"response_mime_type": "text/x.enum", "response_schema": Mood})
    assert answer.text in ("calm", "dark")


@check
def thinks_as_told(bench):
    def thoughts(level):
        config = {"thinking_config": {"thinking_level": level}}
        return bench.generate(config, model="gemini-3.8-flash").usage_metadata.thoughts_token_count

    assert thoughts("LOW") < thoughts("HIGH")
    raises(errors.ClientError, 400, "INVALID_ARGUMENT", lambda: thoughts("MINIMAL"))


@check
def tells_thoughts_apart(bench):
    config = {"thinking_config": {"thinking_level": "LOW", "include_thoughts": True}}
    parts = bench.generate(config).candidates[0].content.parts
    assert parts[0].thought and not parts[1].thought and parts[1].thought_signature


@check
def counts_pictures_by_media_resolution(bench):
    def image(config=None, part=None):
        contents = [part or bench.picture, "Classify."]
        answer = bench.client.models.generate_content(model=MODEL, contents=contents, config=config)
        return next(d.token_count for d in answer.usage_metadata.prompt_tokens_details if d.modality.name == "IMAGE")

    low = image({"media_resolution": "MEDIA_RESOLUTION_LOW"})
    part = types.Part.from_bytes(
        data=bench.bytes, mime_type="image/jpeg", media_resolution="MEDIA_RESOLUTION_LOW"
    )
    assert image(part=part) == low < 300 < 1_000 < image() < 1_121


@check
def streams(bench):
    pieces = list(bench.client.models.generate_content_stream(
        model=MODEL, contents=[bench.picture, "Classify."],
        config={"response_mime_type": "application/json", "response_schema": Label},
    ))
    assert len(pieces) > 1
    Label.model_validate_json("".join(piece.text or "" for piece in pieces))
    assert [piece.candidates[0].finish_reason for piece in pieces][-1] == types.FinishReason.STOP
    assert pieces[-1].usage_metadata.total_token_count > 0


@check
def streams_an_error_in_the_middle(bench):
    client = bench.make(fault="{status: 503, afterPieces: 2}")
    pieces = []

    def read():
        for piece in client.models.generate_content_stream(
            model=MODEL, contents=[bench.picture, "Classify."],
            config={"response_mime_type": "application/json", "response_schema": Label},
        ):
            pieces.append(piece)

    raises(errors.ServerError, 503, "UNAVAILABLE", read)
    assert len(pieces) == 2


@check
def counts_tokens(bench):
    counted = bench.client.models.count_tokens(model=MODEL, contents=[bench.picture, "Classify."])
    assert 1_000 < counted.total_tokens < 1_200


@check
def lists_models_over_pages(bench):
    pager = bench.client.models.list(config={"page_size": 3})
    assert len(pager.page) == 3
    names = [model.name for model in pager]
    assert len(names) > 6 and len(set(names)) == len(names) and "models/" + MODEL in names
    model = bench.client.models.get(model=MODEL)
    assert model.input_token_limit == 1_048_576 and "generateContent" in model.supported_actions
    raises(errors.ClientError, 404, "NOT_FOUND", lambda: bench.client.models.get(model="gemini-9"))


def request(key):
    return {
        "contents": [{"parts": [{"text": "Classify " + key}], "role": "user"}],
        "config": {"max_output_tokens": 64},
        "metadata": {"key": key},
    }


@check
def runs_a_batch_of_inline_requests(bench):
    job = bench.client.batches.create(
        model=MODEL, src=[request("r1"), request("r2")], config={"display_name": "inline"}
    )
    assert job.state == types.JobState.JOB_STATE_PENDING and job.display_name == "inline"
    job = bench.client.batches.get(name=job.name)
    assert job.state == types.JobState.JOB_STATE_SUCCEEDED and job.done
    assert [entry.metadata["key"] for entry in job.dest.inlined_responses] == ["r1", "r2"]
    assert all(entry.response.text for entry in job.dest.inlined_responses)
    assert job.name in [entry.name for entry in bench.client.batches.list(config={"page_size": 1})]
    bench.client.batches.delete(name=job.name)
    raises(errors.ClientError, 404, "NOT_FOUND", lambda: bench.client.batches.get(name=job.name))


@check
def runs_a_batch_from_a_file(bench):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "requests.jsonl")
        lines = [
            json.dumps({"key": key, "request": {"contents": [{"parts": [{"text": "Classify " + key}]}]}})
            for key in ("a", "b")
        ]
        path.write_text("\n".join(lines))
        file = bench.client.files.upload(
            file=path, config={"display_name": "requests", "mime_type": "application/jsonl"}
        )
    assert file.state == types.FileState.ACTIVE and file.size_bytes == len("\n".join(lines))
    job = bench.client.batches.create(model=MODEL, src=file.name, config={"display_name": "file"})
    job = bench.client.batches.get(name=job.name)
    assert job.state == types.JobState.JOB_STATE_SUCCEEDED
    data = bench.client.files.download(file=job.dest.file_name)
    answers = [json.loads(line) for line in data.decode().splitlines()]
    assert [answer["key"] for answer in answers] == ["a", "b"]
    assert all(answer["response"]["candidates"] for answer in answers)
    bench.client.files.delete(name=file.name)


@check
def cancels_a_batch(bench):
    job = bench.client.batches.create(model=MODEL, src=[request("r1")])
    bench.client.batches.cancel(name=job.name)
    assert bench.client.batches.get(name=job.name).state == types.JobState.JOB_STATE_CANCELLED


@check
def looks_at_an_uploaded_picture(bench):
    with tempfile.NamedTemporaryFile(suffix=".jpg") as picture:
        picture.write(bench.bytes)
        picture.flush()
        file = bench.client.files.upload(file=picture.name)
    assert file.mime_type == "image/jpeg"
    answer = bench.client.models.generate_content(model=MODEL, contents=[file, "Classify."])
    assert answer.usage_metadata.prompt_token_count > 1_000


@check
def raises_the_exception_of_each_class(bench):
    classes = [
        (400, "INVALID_ARGUMENT"), (401, "UNAUTHENTICATED"), (402, "RESOURCE_EXHAUSTED"), (403, "PERMISSION_DENIED"),
        (404, "NOT_FOUND"), (429, "RESOURCE_EXHAUSTED"), (500, "INTERNAL"), (503, "UNAVAILABLE"),
        (504, "DEADLINE_EXCEEDED"),
    ]
    for code, status in classes:
        kind = errors.ClientError if code < 500 else errors.ServerError
        client = bench.make(fault="{status: %d}" % code)
        raises(kind, code, status, lambda: bench.generate(client=client))
    # A proxy's page of HTML is an error of the server too.
    raises(errors.ServerError, 502, "Bad Gateway", lambda: bench.generate(client=bench.make(fault="{status: 502}")))


@check
def finds_the_details_of_errors(bench):
    quota = raises(
        errors.ClientError, 429, "RESOURCE_EXHAUSTED",
        lambda: bench.generate(client=bench.make(fault='{status: 429, quota: "day", retryDelay: "58.25s"}')),
    )
    assert "PerDay" in detail(quota, "QuotaFailure")["violations"][0]["quotaId"]
    assert detail(quota, "RetryInfo")["retryDelay"] == "58.25s"
    assert "retry-after" not in quota.response.headers
    token = raises(
        errors.ClientError, 401, "UNAUTHENTICATED", lambda: bench.generate(client=bench.make(key="ya29.token"))
    )
    assert detail(token, "ErrorInfo")["reason"] == "ACCESS_TOKEN_TYPE_UNSUPPORTED"
    both = {"thinking_config": {"thinking_level": "LOW", "thinking_budget": 0}}
    raises(errors.ClientError, 400, "INVALID_ARGUMENT", lambda: bench.generate(both))
    unknown = {"http_options": {"extra_body": {"generationConfig": {"foo": 1}}}}
    error = raises(errors.ClientError, 400, "INVALID_ARGUMENT", lambda: bench.generate(unknown))
    assert "foo" in detail(error, "BadRequest")["fieldViolations"][0]["description"]


@check
def survives_answers_without_text(bench):
    def answer(fault):
        return bench.generate(client=bench.make(fault=fault))

    blocked = answer('{block: "PROHIBITED_CONTENT"}')
    assert blocked.text is None and blocked.prompt_feedback.block_reason == types.BlockedReason.PROHIBITED_CONTENT
    assert answer('{thinkEatsBudget: true}').candidates[0].finish_reason == types.FinishReason.MAX_TOKENS
    assert answer('{empty: "noParts"}').text is None
    assert answer('{finish: "RECITATION"}').candidates[0].finish_reason == types.FinishReason.RECITATION
    assert answer('{finish: "SOMETHING_NEW"}').text is None
    assert answer('{usage: "bareDetails"}').usage_metadata.prompt_tokens_details[-1].token_count is None


@check
def retries_only_where_it_is_told_to(bench):
    options = types.HttpRetryOptions(attempts=2, initial_delay=0.01, max_delay=0.02)
    client = bench.make(fault="{status: 503}", retry_options=options)
    raises(errors.ServerError, 503, "UNAVAILABLE", lambda: bench.generate(client=client))


@check
def is_ended_at_once_with_a_short_timeout(bench):
    client = bench.make(timeout=8_000)
    raises(errors.ServerError, 500, "INTERNAL", lambda: bench.generate(client=client))
    assert bench.generate(client=bench.make(timeout=15_000)).text


@check
def takes_every_version_and_a_prefix(bench):
    for version in ("v1", "v1beta", "v1alpha"):
        assert bench.generate(client=bench.make(api_version=version)).text
    url, bench.url = bench.url, bench.url + "/gem/"
    try:
        assert bench.generate(client=bench.make()).text
    finally:
        bench.url = url


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("picture")
    parser.add_argument("--tls", metavar="CERTIFICATE")
    arguments = parser.parse_args()
    bench = Bench(arguments.url, pathlib.Path(arguments.picture).read_bytes(), arguments.tls)
    failed = False
    for function in CHECKS:
        try:
            function(bench)
            print("ok", function.__name__, flush=True)
        except Exception as error:  # one check must not hide the others
            failed = True
            print(f"failed {function.__name__}: {type(error).__name__}: {error}", flush=True)
            traceback.print_exc(file=sys.stderr)
    sys.exit(1 if failed else 0)


main()
