#!/usr/bin/env python3
"""Writes the requests of the comparison: bodies.py PHOTO FOLDER. The photograph becomes a JPEG of some 60 KB."""
import base64
import io
import json
import pathlib
import sys

from PIL import Image

photo = Image.open(sys.argv[1]).convert("RGB")
photo.thumbnail((1024, 1024))
folder = pathlib.Path(sys.argv[2])
for quality in range(95, 20, -1):
    data = io.BytesIO()
    photo.save(data, "JPEG", quality=quality)
    if data.tell() <= 61_440:
        break
picture = data.getvalue()
picture += b"\0" * (-len(picture) % 3)
# Decodes to twelve bytes behind the picture's end; the loader puts other ones there.
mark = "UNIQUEUNIQUE0000"
encoded = base64.b64encode(picture).decode() + mark
prompt = "Classify this wallpaper."
(folder / "raw").write_bytes(picture + mark.encode())
(folder / "door").write_text(json.dumps({
    "contents": [{"role": "user", "parts": [
        {"text": prompt}, {"inlineData": {"mimeType": "image/jpeg", "data": encoded}},
    ]}],
    "generationConfig": {"maxOutputTokens": 512, "responseMimeType": "application/json"},
}))
(folder / "chat").write_text(json.dumps({
    "model": "gemini-3.5-flash-lite", "max_tokens": 512,
    "messages": [{"role": "user", "content": [
        {"type": "text", "text": prompt},
        {"type": "image_url", "image_url": {"url": "data:image/jpeg;base64," + encoded}},
    ]}],
}))
print(f"a picture of {len(picture)} bytes, {photo.width} x {photo.height}", file=sys.stderr)
