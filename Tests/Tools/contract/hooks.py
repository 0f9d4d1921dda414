"""What schemathesis must know of this server. Loaded by it through SCHEMATHESIS_HOOKS."""
import base64
import io
import itertools
import random

import schemathesis
from PIL import Image


def picture(seed):
    """A small JPEG of blocks, another one for each seed; every fourth of one colour, which the gate rejects."""
    source = random.Random(seed)
    image = Image.new("RGB", (160, 120), (90, 90, 90))
    for _ in range(0 if seed % 4 == 3 else 30):
        left, top = source.randrange(150), source.randrange(110)
        image.paste(tuple(source.randrange(256) for _ in range(3)), (left, top, left + 30, top + 25))
    data = io.BytesIO()
    image.save(data, "JPEG", quality=90)
    return data.getvalue()


REPORTS = [
    '{"scoreSpace":"apple-vision/18","scores":{"sharpness":0.31,"attentionArea":0.02,"objectnessArea":0.01},'
    '"labels":[{"id":"textile","confidence":0.83}],"client":{"policyRevision":0,"verdict":"reject"}}',
    '{"score_space":"ml-kit/17","scores":{"sharpness":"0,31"},"labels":["Fast food"],"sentAt":"1970-01-01T00:00:00Z"}',
    '{"scoreSpace":"nobody/1","scores":{"sharpness":"NaN","attention":{"salientObjects":[{"x":-1,"width":9}]}}}',
    '{"scores":{}}', '{"scoreSpace":"torii/1","device":{"thermal":3},"schema":9}', "[]",
]
PICTURES = itertools.count()
TURNS = itertools.count()


@schemathesis.hook
def before_call(context, case, kwargs):
    # A stream of screens has no end that a client could wait for.
    if case.query:
        case.query.pop("watch", None)
    if case.operation.path != "/v1/classify" or case.media_type not in ("image/jpeg", "application/octet-stream"):
        return
    # Nothing it makes up is a picture: every other upload becomes one, and scores become a report.
    if next(TURNS) % 2 == 0:
        index = next(PICTURES)
        case.body = picture(index // 2)
        if case.headers and "Torii-Scores" in case.headers:
            case.headers["Torii-Scores"] = base64.urlsafe_b64encode(REPORTS[index % 6].encode()).decode()


@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")
