"""ICC profiles made here, so that none has to be shipped (ICC.1:2001-04)."""
import io
import struct

import numpy as np
from PIL import Image, ImageCms


def fixed(*values):
    return b"".join(struct.pack(">i", round(v * 65536)) for v in values)


def xyz(*values):
    return b"XYZ " + bytes(4) + fixed(*values)


def described(name):
    text = name.encode() + b"\0"
    return [(b"desc", b"desc" + bytes(4) + struct.pack(">I", len(text)) + text + bytes(78)),
            (b"cprt", b"text" + bytes(4) + b"none\0"), (b"wtpt", xyz(0.9642, 1, 0.8249))]


def profile(kind, space, connection, tags):
    table, body, start = struct.pack(">I", len(tags)), b"", 132 + 12 * len(tags)
    for name, data in tags:
        body += bytes(-len(body) % 4)
        table += name + struct.pack(">II", start + len(body), len(data))
        body += data
    head = struct.pack(">I4xI4s4s4s", start + len(body), 0x02400000, kind, space, connection) + bytes(12) + b"acsp"
    return (head + bytes(28) + fixed(0.9642, 1, 0.8249)).ljust(128, b"\0") + table + body


def display_p3():
    curve = b"para" + bytes(4) + b"\0\3\0\0" + fixed(2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
    return profile(b"mntr", b"RGB ", b"XYZ ", described("Display P3") + [
        (b"rXYZ", xyz(0.51512, 0.2412, -0.00105)), (b"gXYZ", xyz(0.29198, 0.69225, 0.04189)),
        (b"bXYZ", xyz(0.1571, 0.06657, 0.78407)), (b"rTRC", curve), (b"gTRC", curve), (b"bTRC", curve)])


def gray(gamma):
    curve = b"curv" + bytes(4) + struct.pack(">IH", 1, round(gamma * 256))
    return profile(b"mntr", b"GRAY", b"XYZ ", described("Gray") + [(b"kTRC", curve)])


def inks():
    """Four inks that are duller than ideal ones, as a table of 7 steps each."""
    steps = np.linspace(0, 1, 7)
    cyan, magenta, yellow, black = (a.ravel() for a in np.meshgrid(steps, steps, steps, steps, indexing="ij"))
    light = np.stack([1 - 0.85 * cyan, 1 - 0.9 * magenta, 1 - 0.95 * yellow], 1) * (1 - 0.93 * black)[:, None]
    light = np.clip(light * 255, 0, 255).astype(np.uint8)[None]
    srgb, lab = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
    table = np.asarray(ImageCms.profileToProfile(Image.fromarray(light), srgb, lab, outputMode="LAB")).astype(np.int16)
    table = table.reshape(-1, 3)
    # Pillow's a and b are signed bytes, the table's lie around 128.
    table[:, 1:] = (table[:, 1:] + 128) % 256
    ramp = bytes(range(256))
    lut = b"mft1" + bytes(4) + bytes([4, 3, 7, 0]) + fixed(1, 0, 0, 0, 1, 0, 0, 0, 1) + ramp * 4
    lut += table.astype(np.uint8).tobytes() + ramp * 3
    return profile(b"prtr", b"CMYK", b"Lab ", described("Dull inks") + [(b"A2B0", lut)])


def to_srgb(image, data):
    """The picture in sRGB, or itself when the profile cannot be used for it."""
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(data))
        return ImageCms.profileToProfile(image, source, ImageCms.createProfile("sRGB"), outputMode="RGB")
    except (ImageCms.PyCMSError, OSError):
        return image
