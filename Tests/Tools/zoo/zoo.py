"""The collector of the zoo: writes files, their expected answers and the pixels that Pillow makes of them."""
import io
import os
import struct
import subprocess
import tempfile

import numpy as np
from PIL import Image, ImageOps

from profiles import to_srgb

WIDTH, HEIGHT = 640, 480
COLUMNS = ["file", "expect", "format", "width", "height", "orientation", "golden", "tolerance", "note"]


class Zoo:
    """Collects into a folder. `expect` is ok, undecodable, too-large or unsupported."""

    def __init__(self, folder):
        self.folder = folder
        self.rows = []
        os.makedirs(os.path.join(folder, "golden"), exist_ok=True)
        tools = tempfile.mkdtemp()
        self.writer = os.path.join(tools, "write_jpeg")
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "write_jpeg.c")
        subprocess.run(["cc", "-O1", source, "-o", self.writer, "-ljpeg"], check=True)

    def add(self, name, data, expect="ok", format="jpeg", size=(WIDTH, HEIGHT), orientation=1, golden=None,
            tolerance="", note=""):
        """`golden`: True for what Pillow decodes of the file itself, or an image. `size` after orientation."""
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(data)
        if golden is True:
            golden = shown(Image.open(io.BytesIO(data)))
        if golden is not None:
            assert golden.mode == "RGB" and golden.size == size, name
            with open(os.path.join(self.folder, "golden", name + ".rgb"), "wb") as file:
                file.write(golden.tobytes())
            tolerance = tolerance or "0.5"
        width, height = size if expect in ("ok", "too-large") else ("", "")
        flag = "yes" if golden is not None else ""
        self.rows.append([name, expect, format, width, height, orientation, flag, tolerance, note])

    def write_table(self):
        with open(os.path.join(self.folder, "expect.tsv"), "w") as file:
            for row in [COLUMNS] + self.rows:
                file.write("\t".join(map(str, row)) + "\n")

    def libjpeg(self, samples, *options):
        """A JPEG of a height x width x channels array through the C writer."""
        height, width, channels = samples.shape
        command = [self.writer, str(width), str(height), str(channels), *options]
        return subprocess.run(command, input=samples.tobytes(), capture_output=True, check=True).stdout


def shown(image):
    """What a viewer shows: upright, in sRGB, on white, 8 bits."""
    profile = image.info.get("icc_profile")
    image = ImageOps.exif_transpose(image)
    if profile:
        image = to_srgb(image, profile)
    if image.mode.startswith("I"):
        return Image.fromarray((np.asarray(image, dtype=np.uint32) >> 8).astype(np.uint8)).convert("RGB")
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        image = image.convert("RGBA")
        return Image.alpha_composite(Image.new("RGBA", image.size, (255, 255, 255, 255)), image).convert("RGB")
    return image.convert("RGB")


def picture():
    """Ramps, a wave, a little noise, one red and one blue patch: colours and sides cannot be mixed up unseen."""
    y, x = np.mgrid[:HEIGHT, :WIDTH].astype(np.float32)
    wave = 128 + 80 * np.sin(x / 17) * np.cos(y / 23)
    pixels = np.stack([x / WIDTH * 255, y / HEIGHT * 255, wave], 2)
    pixels[60:180, 80:240] = [230, 40, 40]
    pixels[300:420, 400:600] = [30, 60, 220]
    pixels += np.random.default_rng(41).normal(0, 4, pixels.shape)
    return np.clip(pixels, 0, 255).astype(np.uint8)


def with_alpha():
    """The picture, clearer towards its top."""
    ramp = np.tile((np.arange(HEIGHT) * 255 // (HEIGHT - 1)).astype(np.uint8)[:, None, None], (1, WIDTH, 1))
    return np.concatenate([picture(), ramp], 2)


def jpeg(image, **options):
    out = io.BytesIO()
    image.save(out, "JPEG", **({"quality": 88} | options))
    return out.getvalue()


def encoded(image, format, **options):
    out = io.BytesIO()
    image.save(out, format, **options)
    return out.getvalue()


def segments(data):
    """(marker, offset of its 0xFF, length with the marker) as far as the first scan."""
    found, at = [], 2
    while data[at] == 0xFF:
        length = struct.unpack(">H", data[at + 2:at + 4])[0] + 2
        found.append((data[at + 1], at, length))
        if data[at + 1] == 0xDA:
            break
        at += length
    return found


def patched(data, offset, new):
    return data[:offset] + new + data[offset + len(new):]
