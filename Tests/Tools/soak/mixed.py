#!/usr/bin/env python3
"""A server under what all client families do at once, while its upstream misbehaves: mixed.py BINARY MINUTES [--short].

Starts an emulator and a server of BINARY in a folder of their own and, for MINUTES (fractions too): uploads as iOS and
Android apps make them, deferred ones, scores by themselves and in bulk, feedback, Google's SDK whole and streamed, clients
that leave, and operators who look on. Then stops the server and checks:

- no answer was a 5xx of our own,
- every decision that was answered has exactly one row, and no row is without an upload,
- `ledger verify` ties,
- after a warm-up resident memory grows by less than 1 MB a minute, by least squares; with --short there is nothing to fit, so
  that is left out.

The warm-up lasts two minutes, or a fifth where that is less, and until the ledger is larger than the 32 MB of it that SQLite
keeps: scores in bulk come without a pause until then, so that what grows afterwards is no cache.

Prints the figures, and exits 1 when one of them is wrong."""
import base64
import collections
import http.client
import io
import json
import os
import pathlib
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

for name in list(os.environ):
    if name.startswith(("TORII_", "GEMINI_", "GOOGLE_")) or name.lower().endswith("_proxy"):
        del os.environ[name]

from PIL import Image, ImageFilter
from google import genai
from google.genai import errors, types

ROOT = pathlib.Path(__file__).resolve().parents[3]
MODEL = "gemini-3.5-flash-lite"
FAULTS = """{ seed: 7, rules: [
  { match: { every: 300, run: 5 }, action: { status: 503 } },
  { match: { probability: 0.01 }, action: { status: 429, quota: "minute", retryDelay: "1s" } },
  { match: { probability: 0.01 }, action: { status: 500 } },
  { match: { probability: 0.01 }, action: { cut: "midAnswer" } },
  { match: { probability: 0.01 }, action: { cut: "beforeAnswer" } },
  { match: { probability: 0.02 }, action: { malformed: "truncated" } },
  { match: { probability: 0.01 }, action: { malformed: "outOfSet" } },
  { match: { probability: 0.01 }, action: { block: "PROHIBITED_CONTENT" } },
  { match: { probability: 0.01 }, action: { hideUsage: true } },
  { match: { probability: 0.05 }, action: { delay: "400ms" } },
] }"""


class Seen:
    """What the clients saw, under one lock."""

    def __init__(self):
        self.lock = threading.Lock()
        self.decisions = set()
        self.counts = collections.Counter()
        self.unanswered = 0
        self.mistakes = []

    def answer(self, kind, status, decision=None):
        with self.lock:
            self.counts[f"{kind} {status}"] += 1
            if decision:
                self.decisions.add(decision)

    def left(self):
        with self.lock:
            self.unanswered += 1

    def mistake(self, text):
        with self.lock:
            self.counts["mistakes"] += 1
            if len(self.mistakes) < 20:
                self.mistakes.append(text)


class Server:
    """Emulator and server in a folder, with a client's key."""

    def __init__(self, binary, folder):
        self.binary, self.folder, self.data = binary, folder, folder / "data"
        policies = folder / "policies"
        shutil.copytree(ROOT / "policies", policies)
        for path in policies.glob("*.json5"):
            # Caps are another test's: traffic must reach the cloud to the end.
            text = re.sub(r'((?:monthly|daily): ")[0-9.]+( USD")', r"\g<1>9000.00\2", path.read_text())
            path.write_text(re.sub(r"maxShareOfRevenue: [0-9.]+,", "", text))
        (folder / "faults.json5").write_text(FAULTS)
        self.is_warm = False
        self.emulator = self.start("emulator", "--port", "0", "--script", folder / "faults.json5")
        upstream = self.url(self.emulator, "emulator")
        self.process = self.start(
            "serve", "--port", "0", "--data", self.data, "--policies", policies, "--gemini-base-url", upstream,
        )
        self.base = self.url(self.process, "serve").removesuffix("/dashboard")
        self.port = int(self.base.rsplit(":", 1)[1])
        self.keys = {profile: self.key(profile) for profile in ("ios", "android")}

    def start(self, *words):
        log = open(self.folder / f"{words[0]}.log", "wb")
        out = open(self.folder / f"{words[0]}.out", "wb")
        environment = {**os.environ, "GEMINI_API_KEY": "soak-key-0123456789"}
        # Not where it was called from: settings and dashboards of that folder are not its own.
        return subprocess.Popen(
            [self.binary, *map(str, words)], stdout=out, stderr=log, env=environment, cwd=self.folder
        )

    def url(self, process, name):
        for _ in range(600):
            found = re.search(r"http://\S+", (self.folder / f"{name}.out").read_text())
            if found:
                return found.group()
            if process.poll() is not None:
                break
            time.sleep(0.1)
        raise SystemExit(f"{name} did not start: {(self.folder / f'{name}.log').read_text()[-400:]}")

    def torii(self, *words):
        return subprocess.run([self.binary, *map(str, words)], capture_output=True, text=True)

    def key(self, profile):
        made = self.torii(
            "keys", "create", "--data", self.data, "--scope", "client", "--name", profile, "--profile", profile, "--json",
        )
        return json.loads(made.stdout)["key"]

    def megabytes(self):
        pages = int(pathlib.Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def ledger_megabytes(self):
        return (self.data / "ledger.sqlite").stat().st_size / 1e6

    def stop(self):
        for process in (self.process, self.emulator):
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
                process.wait(timeout=60)
        return self.process.returncode


class Client(threading.Thread):
    """One client with a connection of its own, that does one thing after the other until it is time."""

    def __init__(self, name, profile, step, server, seen, pictures, end, pause):
        super().__init__(name=name, daemon=True)
        self.profile, self.step, self.server, self.seen, self.end, self.pause = profile, step, server, seen, end, pause
        self.pictures, self.random = pictures, random.Random(name)
        self.link, self.number, self.last, self.sdk = None, 0, None, None

    def run(self):
        while time.monotonic() < self.end:
            try:
                self.step(self)
            except (OSError, http.client.HTTPException) as error:
                self.link = None
                self.seen.mistake(f"{self.name}: {type(error).__name__}: {error}")
            except Exception as error:  # Whatever went wrong is the finding.
                self.seen.mistake(f"{self.name}: {type(error).__name__}: {str(error)[:200]}")
            if self.server.is_warm or self.step is not bulk:
                time.sleep(self.pause * self.random.uniform(0.5, 1.5))

    def call(self, kind, method, path, body=None, headers=None, key=True):
        headers = dict(headers or {})
        if key:
            headers["Authorization"] = f"Bearer {self.server.keys[self.profile]}"
        if self.link is None:
            self.link = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        self.link.request(method, path, body=body, headers=headers)
        response = self.link.getresponse()
        data = response.read()
        decision = response.headers.get("Torii-Decision")
        self.seen.answer(kind, response.status, decision)
        if response.status >= 500:
            self.seen.mistake(f"{kind}: {response.status} {data[:200]}")
        return response.status, decision, data

    def picture(self):
        """Bytes after the end of a JPEG make another upload of the same pixels."""
        self.number += 1
        return self.random.choice(self.pictures) + f"{self.name}-{self.number}".encode()

    def judge(self, decision, data):
        if json.loads(data).get("source") != "cloud" or self.random.random() > 0.2:
            return
        word = json.dumps({"decisionId": decision, "judgement": "right"})
        status, _, answer = self.call(
            "feedback", "POST", "/v1/feedback", word, {"Content-Type": "application/json"}
        )
        if status >= 300:
            self.seen.mistake(f"feedback: {status} {answer[:200]}")


DEVICE = {"thermal": "fair", "battery": {"level": 0.65, "state": "charging"}, "network": {"kind": "wifi", "metered": False}}


def report(client, space, family):
    scores = {"sharpness": round(client.random.random(), 4), "objectnessArea": round(client.random.random() / 3, 4)}
    if family == "ios":
        scores["attentionArea"] = round(client.random.random() / 3, 4)
    return {
        "schema": 1, "scoreSpace": space, "scores": scores, "device": {"family": family, **DEVICE}, "mode": "interactive",
    }


def ios(client):
    """Uploads; some again under the same key, some of the same bytes, some that can wait."""
    draw = client.random.random()
    headers = {"Torii-Device": "thermal=fair, battery=0.65, net=wifi"}
    if draw < 0.05 and client.last:
        key, body, decision = client.last
        status, again, data = client.call(
            "ios again", "POST", "/v1/classify", body, {**headers, "Idempotency-Key": key}
        )
        if again != decision:
            client.seen.mistake(f"one key, two decisions: {decision} and {again}")
        return
    body = client.last[1] if draw < 0.15 and client.last else client.picture()
    key = f"{client.name}-{client.number}-{client.random.random()}"
    if draw > 0.95:
        headers["Prefer"] = "respond-async"
    status, decision, data = client.call(
        "ios", "POST", "/v1/classify", body, {**headers, "Idempotency-Key": key}
    )
    if status == 200:
        client.last = (key, body, decision)
        client.judge(decision, data)
    if status == 202:
        client.call("ios waits", "GET", f"/v1/decisions/{decision}")


def android(client):
    """Asks with the scores of the phone, then uploads what is to be sent, with them."""
    words = json.dumps(report(client, "ml-kit/17", "android"))
    status, decision, data = client.call(
        "android gate", "POST", "/v1/gate", words, {"Content-Type": "application/json"}
    )
    answer = json.loads(data)
    client.seen.answer("android verdict", answer.get("verdict"), answer.get("decisionId"))
    if status == 200 and answer["verdict"] == "send":
        scores = base64.urlsafe_b64encode(words.encode()).decode().rstrip("=")
        status, decision, data = client.call(
            "android", "POST", "/v1/classify", client.picture(), {"Torii-Scores": scores}
        )
        if status == 200:
            client.judge(decision, data)


def bulk(client):
    lines = [json.dumps(report(client, "apple-vision/18", "ios")) for _ in range(40)]
    status, _, data = client.call(
        "bulk", "POST", "/v1/gate:batch", "\n".join(lines), {"Content-Type": "application/x-ndjson"}
    )
    for line in data.splitlines():
        client.seen.answer("bulk line", json.loads(line).get("verdict"), json.loads(line).get("decisionId"))


def door(client):
    """Google's SDK, whole answers and streams."""
    if client.sdk is None:
        options = types.HttpOptions(base_url=client.server.base, timeout=60_000)
        client.sdk = genai.Client(api_key=client.server.keys[client.profile], http_options=options)
    contents = ["Classify.", types.Part.from_bytes(data=client.picture(), mime_type="image/jpeg")]
    config = types.GenerateContentConfig(max_output_tokens=512)
    streams = client.random.random() < 0.5
    kind = "door stream" if streams else "door"
    try:
        if streams:
            decision = None
            for piece in client.sdk.models.generate_content_stream(model=MODEL, contents=contents, config=config):
                decision = decision or header(piece.sdk_http_response.headers)
        else:
            answer = client.sdk.models.generate_content(model=MODEL, contents=contents, config=config)
            decision = header(answer.sdk_http_response.headers)
        client.seen.answer(kind, 200, decision)
    except errors.APIError as error:
        # The upstream's own errors are passed on; ours name us.
        client.seen.answer(kind, f"{error.code} {error.status}", header(getattr(error.response, "headers", {})))
        words = json.dumps(error.details, default=str)
        if error.code >= 500 and '"torii"' in words and "UPSTREAM_" not in words:
            client.seen.mistake(f"door: {error.code} {words[:200]}")
        elif not header(getattr(error.response, "headers", {})):
            client.seen.left()
    except Exception as error:
        # What breaks upstream in the middle of a stream breaks here.
        if not streams:
            raise
        client.seen.answer(kind, f"broken {type(error).__name__}")
        client.seen.left()


def header(headers):
    return next((value for name, value in dict(headers or {}).items() if name.lower() == "torii-decision"), None)


def rude(client):
    """Leaves before the answer: what was begun is paid and recorded all the same."""
    link = http.client.HTTPConnection("127.0.0.1", client.server.port, timeout=60)
    link.request(
        "POST", "/v1/classify", body=client.picture(),
        headers={"Authorization": f"Bearer {client.server.keys[client.profile]}"},
    )
    time.sleep(client.random.random() / 20)
    link.close()
    client.seen.left()


def operator(client):
    for path in ("/dashboard?format=text", "/metrics", "/v1/reports/economics?format=json", "/v1/events?limit=20"):
        client.call("operator", "GET", path, key=False)


# Name, profile, what it does, how many, seconds between two steps.
FAMILIES = [
    ("ios", "ios", ios, 3, 0.15), ("android", "android", android, 2, 0.15), ("bulk", "ios", bulk, 1, 1.0),
    ("door", "ios", door, 2, 0.3), ("rude", "android", rude, 1, 1.0), ("operator", "ios", operator, 1, 2.0),
]


def photos():
    """Sharp ones, and as many out of focus, which the gate rejects."""
    pictures = []
    for path in sorted((ROOT / "Tests/Fixtures/pictures").glob("photo-*.jpg")):
        photo = Image.open(path).convert("RGB")
        photo.thumbnail((800, 800))
        for version in (photo, photo.filter(ImageFilter.GaussianBlur(photo.width / 60))):
            data = io.BytesIO()
            version.save(data, "JPEG", quality=85)
            pictures.append(data.getvalue())
    return pictures


def slope(samples):
    """Megabytes a minute, by least squares over (seconds, megabytes)."""
    mean_x = sum(x for x, _ in samples) / len(samples)
    mean_y = sum(y for _, y in samples) / len(samples)
    spread = sum((x - mean_x) ** 2 for x, _ in samples)
    return 60 * sum((x - mean_x) * (y - mean_y) for x, y in samples) / spread


def soak(binary, minutes, is_short):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="torii-soak-"))
    server, seen, wrong = Server(binary, folder), Seen(), []
    try:
        begin = time.monotonic()
        end = begin + minutes * 60
        pictures = photos()
        clients = [
            Client(f"{name}-{index}", profile, step, server, seen, pictures, end, pause)
            for name, profile, step, count, pause in FAMILIES for index in range(count)
        ]
        for client in clients:
            client.start()
        samples, warm = [], min(120, minutes * 12)
        server.is_warm = is_short
        while time.monotonic() < end and server.process.poll() is None:
            samples.append((time.monotonic() - begin, server.megabytes()))
            if not server.is_warm and server.ledger_megabytes() > 48:
                server.is_warm, warm = True, max(warm, samples[-1][0])
            time.sleep(1)
        for client in clients:
            client.join(timeout=90)
        # Those who left are served to the end.
        time.sleep(1)
        code = server.stop()
        if code != 0:
            wrong.append(f"the server ended with {code}")
        verified = server.torii("ledger", "verify", "--data", server.data)
        print(verified.stdout.strip().splitlines()[-1] if verified.stdout else verified.stderr.strip())
        if verified.returncode != 0:
            wrong.append("the ledger does not tie")
        rows = [row for (row,) in sqlite3.connect(server.data / "ledger.sqlite").execute("SELECT id FROM decisions")]
        lost, extra = seen.decisions - set(rows), len(set(rows) - seen.decisions)
        if len(set(rows)) != len(rows) or lost:
            wrong.append(f"{len(lost)} answered decisions without a row, {len(rows) - len(set(rows))} doubled")
        if extra > seen.unanswered:
            wrong.append(f"{extra} rows that nobody was answered, {seen.unanswered} clients left")
        for kind, count in sorted(seen.counts.items()):
            print(f"{count:8} {kind}")
        print(f"{len(rows):8} rows for {len(seen.decisions)} answered decisions and {seen.unanswered} clients that left")
        steady = [sample for sample in samples if sample[0] >= warm]
        print(f"resident: {samples[0][1]:.1f} MB at the start, {steady[0][1]:.1f} after {warm:.0f} s, "
              f"{max(y for _, y in samples):.1f} at most, {samples[-1][1]:.1f} at the end")
        tenths = [samples[len(samples) * index // 10][1] for index in range(10)] + [samples[-1][1]]
        print("at each tenth: " + " ".join(f"{megabytes:.0f}" for megabytes in tenths) + " MB")
        if not server.is_warm:
            wrong.append(f"the ledger has {server.ledger_megabytes():.0f} MB and its cache is not full: give it more minutes")
        elif not is_short:
            grown = slope(steady)
            print(f"slope: {grown:+.3f} MB a minute over {steady[-1][0] - steady[0][0]:.0f} s")
            if grown >= 1:
                wrong.append(f"resident memory grows by {grown:.2f} MB a minute")
        for kind in ("ios 200", "android 200", "bulk 200", "door 200", "door stream 200", "feedback 200", "ios 202"):
            if not seen.counts[kind]:
                wrong.append(f"nobody was answered `{kind}`")
        wrong += seen.mistakes
        return wrong
    finally:
        server.stop()
        if not wrong:
            shutil.rmtree(folder)
        else:
            print(f"what it left: {folder}")


if __name__ == "__main__":
    problems = soak(os.path.abspath(sys.argv[1]), float(sys.argv[2]), "--short" in sys.argv)
    for problem in problems:
        print(f"wrong: {problem}")
    print("soak: " + ("failed" if problems else "passed"))
    sys.exit(bool(problems))
