"""EXIF, profiles and what is hung before and after a JPEG."""
import struct

import numpy as np
from PIL import Image, ImageCms

from jpeg_files import orientation
from zoo import HEIGHT, WIDTH, jpeg, picture


def add_orientations(zoo):
    image = Image.fromarray(picture())
    for value in range(1, 9):
        size = (WIDTH, HEIGHT) if value < 5 else (HEIGHT, WIDTH)
        zoo.add(f"turned_{value}.jpg", jpeg(image, exif=orientation(value)), size=size, orientation=value, golden=True)
    for value in (0, 9, 255):
        zoo.add(f"turned_{value}.jpg", jpeg(image, exif=orientation(value)), note="no such value: 1")
    base = jpeg(image)
    entry = struct.pack("<HHII", 0x0112, 3, 1, 6)
    loop = b"Exif\0\0II*\0" + struct.pack("<IH", 8, 1) + entry + struct.pack("<I", 8)
    zoo.add("exif_loop.jpg", with_app1(base, loop), size=(HEIGHT, WIDTH), orientation=6,
            note="the directory links to itself")
    big = b"Exif\0\0MM\0*" + struct.pack(">IH", 8, 1) + struct.pack(">HHIHHI", 0x0112, 3, 1, 8, 0, 0)
    zoo.add("exif_big_endian.jpg", with_app1(base, big), size=(HEIGHT, WIDTH), orientation=8)
    many = b"Exif\0\0II*\0" + struct.pack("<IH", 8, 65535) + struct.pack("<HHII", 0x0100, 3, 1, 6) * 5000
    zoo.add("exif_many_entries.jpg", with_app1(base, many), note="65,535 entries claimed, 5,000 there")
    far = b"Exif\0\0II*\0" + struct.pack("<I", 0xFFFFFFF0)
    zoo.add("exif_directory_far.jpg", with_app1(base, far), note="directory beyond the file")
    random = np.random.default_rng(6)
    noise = random.integers(0, 255, 0x4000, dtype=np.uint8).tobytes()
    zoo.add("exif_noise.jpg", with_app1(base, b"Exif\0\0" + noise))
    zoo.add("exif_as_text.jpg", with_app1(base, b"Exif\0\0II*\0" + struct.pack("<IH", 8, 1)
                                          + struct.pack("<HHII", 0x0112, 2, 1, 6)), note="orientation of type text")


def with_app1(data, payload):
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(payload) + 2) + payload + data[2:]


def add_metadata(zoo):
    image = Image.fromarray(picture())
    base = jpeg(image)
    zoo.add("metadata_20mb.jpg", base[:2] + (b"\xff\xe1\xff\xff" + b"x" * 65533) * 300 + base[2:], golden=True)
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    zoo.add("profile_srgb.jpg", jpeg(image, icc_profile=profile), golden=True)
    zoo.add("profile_4mb.jpg", jpeg(image, icc_profile=profile + bytes(4_000_000)), golden=True)
    noise = np.random.default_rng(7).integers(0, 255, 3000, dtype=np.uint8).tobytes()
    zoo.add("profile_noise.jpg", jpeg(image, icc_profile=noise), golden=True)
    zoo.add("profile_gray.jpg", jpeg(image, icc_profile=profile.replace(b"RGB XYZ", b"GRAYXYZ", 1)), golden=True)
    zoo.add("profile_display_p3.jpg", jpeg(image, icc_profile=display_p3()), note="profile not applied yet")
    zoo.add("comment_php.jpg", base[:2] + b"\xff\xfe\x00\x1d<?php system($_GET[0]); ?>" + base[2:], golden=True)


def add_trailers(zoo):
    image = Image.fromarray(picture())
    base = jpeg(image)
    noise = np.random.default_rng(8).integers(0, 255, 100_000, dtype=np.uint8).tobytes()
    zoo.add("trailer_noise.jpg", base + noise, golden=True)
    video = struct.pack(">I4s4sI4s", 20, b"ftyp", b"mp42", 0, b"isom") + struct.pack(">I4s", 50008, b"mdat")
    zoo.add("motion_photo.jpg", base + video + bytes(50_000), golden=True)
    zoo.add("motion_photo_unended.jpg", base[:-2] + video + bytes(50_000), golden=Image.open(_file(base)),
            note="no end marker before the video")
    zoo.add("trailer_no_end_10mb.jpg", base[:-2] + bytes(10_000_000), golden=Image.open(_file(base)))
    zoo.add("two_jpegs.jpg", base + jpeg(image.rotate(180)), golden=True)
    zoo.add("zip_polyglot.jpg", base + b"PK\x05\x06" + bytes(18), golden=True)
    gain = jpeg(Image.fromarray(picture()[::4, ::4, 0].copy()))
    note = b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:hdrgm='http://ns.adobe.com/hdr-gain-map/1.0/'/>"
    zoo.add("ultra_hdr.jpg", with_app1(base, note) + gain, golden=True, note="gain map after the picture")
    frames = [image, image.rotate(180)]
    out = _file(b"")
    frames[0].save(out, "MPO", save_all=True, append_images=frames[1:])
    zoo.add("mpo.jpg", out.getvalue(), golden=True)


def _file(data):
    import io
    return io.BytesIO(data)


def display_p3():
    """A matrix profile of Display P3 (ICC.1:2001-04), made here so that no profile has to be shipped."""
    fixed = lambda *values: b"".join(struct.pack(">i", round(v * 65536)) for v in values)  # noqa: E731
    xyz = lambda *values: b"XYZ " + bytes(4) + fixed(*values)  # noqa: E731
    curve = b"para" + bytes(4) + b"\0\3\0\0" + fixed(2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
    tags = [
        (b"desc", b"desc" + bytes(4) + struct.pack(">I", 11) + b"Display P3\0" + bytes(78)),
        (b"cprt", b"text" + bytes(4) + b"none\0"),
        (b"wtpt", xyz(0.9642, 1, 0.8249)),
        (b"rXYZ", xyz(0.51512, 0.2412, -0.00105)),
        (b"gXYZ", xyz(0.29198, 0.69225, 0.04189)),
        (b"bXYZ", xyz(0.1571, 0.06657, 0.78407)),
        (b"rTRC", curve), (b"gTRC", curve), (b"bTRC", curve),
    ]
    table, body, start = struct.pack(">I", len(tags)), b"", 132 + 12 * len(tags)
    for name, data in tags:
        body += bytes(-len(body) % 4)
        table += name + struct.pack(">II", start + len(body), len(data))
        body += data
    head = struct.pack(">I4xI4s4s4s", start + len(body), 0x02400000, b"mntr", b"RGB ", b"XYZ ") + bytes(12) + b"acsp"
    return (head + bytes(28) + fixed(0.9642, 1, 0.8249)).ljust(128, b"\0") + table + body
