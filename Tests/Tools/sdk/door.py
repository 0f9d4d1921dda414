#!/usr/bin/env python3
"""Runs Google's own SDK, unchanged, against a server: door.py BASE_URL KEY FOLDER EMULATOR_URL.

FOLDER holds photographs (photo-*.jpg): ten are sent as they are, and ten out of focus, which the gate rejects and answers as
blocked prompts. The emulator holds streams of HELD after their first piece, and breaks those of BROKEN and CUT off. Prints one
line a check, `ok NAME` or `failed NAME: why`, and exits 1 when one failed."""
import enum
import io
import json
import os
import pathlib
import sys
import traceback
import urllib.request

for name in ("GOOGLE_API_KEY", "GEMINI_API_KEY", "GOOGLE_GEMINI_BASE_URL", "HTTPS_PROXY", "HTTP_PROXY"):
    os.environ.pop(name, None)

import pydantic
from PIL import Image, ImageFilter
from google import genai
from google.genai import errors, types

MODEL = "gemini-3.5-flash-lite"
HELD, BROKEN, CUT = "gemini-3.1-flash-lite", "gemini-3.5-flash", "gemini-3.6-flash"
url, key, folder, emulator = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), sys.argv[4]


class Mood(enum.Enum):
    CALM = "calm"
    DARK = "dark"


class Label(pydantic.BaseModel):
    primaryCategory: str
    mood: Mood
    recommendedTags: list[str]


CLIENTS = []


def client(key=key, base=url, **options):
    # The SDK closes a client that nobody holds, even while its call runs.
    CLIENTS.append(genai.Client(api_key=key, http_options=types.HttpOptions(base_url=base, **options)))
    return CLIENTS[-1]


def picture(data):
    return types.Part.from_bytes(data=data, mime_type="image/jpeg")


def out_of_focus(path):
    photo, data = Image.open(path), io.BytesIO()
    photo.filter(ImageFilter.GaussianBlur(photo.width / 100)).save(data, "JPEG", quality=92)
    return data.getvalue()


PHOTOS = sorted(folder.glob("photo-*.jpg"))[:10]
SHARP, BLURRED = [path.read_bytes() for path in PHOTOS], [out_of_focus(path) for path in PHOTOS]
SCHEMA = types.GenerateContentConfig(
    response_mime_type="application/json", response_schema=Label, max_output_tokens=512
)
CONFIG = types.GenerateContentConfig(max_output_tokens=512)


def fails(call, kind, code, status):
    try:
        call()
    except kind as error:
        assert (error.code, error.status) == (code, status), (error.code, error.status)
    else:
        raise AssertionError("no error")


def image_and_schema():
    answer = client().models.generate_content(model=MODEL, contents=["Classify.", picture(SHARP[0])], config=SCHEMA)
    assert isinstance(answer.parsed, Label), answer
    assert answer.usage_metadata.prompt_token_count > 0
    assert answer.model_version == MODEL


def any_version_and_prefix():
    for version in ("v1", "v1beta", "v1alpha"):
        answer = client(api_version=version).models.generate_content(
            model=MODEL, contents=picture(SHARP[0]), config=CONFIG
        )
        assert answer.text
    prefixed = client(base=url + "/some/prefix/")
    assert prefixed.models.generate_content(model=MODEL, contents=picture(SHARP[0]), config=CONFIG).text


def text_alone():
    assert client().models.generate_content(model=MODEL, contents="Say a word.", config=CONFIG).text


def stream():
    chunks = []
    for chunk in client(timeout=60_000).models.generate_content_stream(
        model=HELD, contents=picture(SHARP[0]), config=SCHEMA
    ):
        if not chunks:
            # The first piece is here, and the model waits before its second.
            while json.load(urllib.request.urlopen(emulator + "/emulator/log"))["held"] != 1:
                pass
            urllib.request.urlopen(emulator + "/emulator/release", data=b"")
        chunks.append(chunk)
    assert len(chunks) > 2 and chunks[-1].candidates[0].finish_reason == types.FinishReason.STOP
    assert "".join(chunk.text or "" for chunk in chunks)
    assert chunks[-1].usage_metadata.total_token_count > 0


def broken_streams():
    for model in (BROKEN, CUT):
        chunks = []

        def read():
            for chunk in client().models.generate_content_stream(
                model=model, contents=picture(SHARP[0]), config=SCHEMA
            ):
                chunks.append(chunk)

        fails(read, errors.ServerError, 503, "UNAVAILABLE")
        assert chunks and all(chunk.candidates for chunk in chunks), chunks


def count():
    assert client().models.count_tokens(model=MODEL, contents=["Hello", picture(SHARP[0])]).total_tokens > 0


def listing():
    assert any(model.name == f"models/{MODEL}" for model in client().models.list())
    assert client().models.get(model=MODEL).name == f"models/{MODEL}"


def blocked():
    answer = client().models.generate_content(model=MODEL, contents=picture(BLURRED[0]), config=SCHEMA)
    assert answer.prompt_feedback.block_reason == types.BlockedReason.OTHER, answer
    assert answer.text is None and answer.parsed is None
    assert answer.model_version == "torii-gate/1"
    chunks = list(client().models.generate_content_stream(model=MODEL, contents=picture(BLURRED[0]), config=CONFIG))
    assert chunks[0].prompt_feedback.block_reason == types.BlockedReason.OTHER


def error_classes():
    fails(
        lambda: client("wrong").models.generate_content(model=MODEL, contents="x"),
        errors.ClientError, 400, "INVALID_ARGUMENT",
    )
    fails(
        lambda: client().models.generate_content(model="nobody-1", contents="x"),
        errors.ClientError, 404, "NOT_FOUND",
    )
    not_a_picture = types.Part.from_bytes(data=b"nothing", mime_type="image/png")
    fails(
        lambda: client().models.generate_content(model=MODEL, contents=not_a_picture),
        errors.ClientError, 415, "INVALID_ARGUMENT",
    )


def twenty_pictures():
    answers = [
        client().models.generate_content(model=MODEL, contents=["Classify.", picture(data)], config=SCHEMA)
        for data in SHARP + BLURRED
    ]
    assert [bool(answer.text) for answer in answers] == [True] * len(SHARP) + [False] * len(BLURRED)


failed = False
for check in (
    image_and_schema, any_version_and_prefix, text_alone, stream, broken_streams, count, listing, blocked, error_classes,
    twenty_pictures,
):
    try:
        check()
        print(f"ok {check.__name__}")
    except Exception as error:  # Whatever went wrong is the finding.
        failed = True
        where = traceback.extract_tb(error.__traceback__)[-1]
        print(f"failed {check.__name__}: {type(error).__name__} {str(error)[:300]!r} ({where.name}:{where.lineno})")
sys.exit(failed)
