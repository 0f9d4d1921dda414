"""EXIF, profiles and what is hung before and after a JPEG."""
import struct

import numpy as np
from PIL import Image, ImageCms

from jpeg_files import orientation
from profiles import display_p3, gray, inks, to_srgb
from zoo import HEIGHT, WIDTH, encoded, jpeg, picture, with_alpha


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
    zoo.add("profile_display_p3.jpg", jpeg(image, icc_profile=display_p3()), golden=True, tolerance="0.8")
    zoo.add("profile_5mb.jpg", jpeg(image, icc_profile=display_p3() + bytes(5_000_000)),
            golden=Image.open(_file(base)), note="too large to be looked at")
    zoo.add("profile_gray.png", encoded(image.convert("L"), "PNG", icc_profile=gray(1.4)), format="png",
            golden=to_srgb(image.convert("L"), gray(1.4)), tolerance="0.8")
    zoo.add("profile_gray_of_gray.jpg", jpeg(image.convert("L"), icc_profile=gray(1.4)), tolerance="0.8",
            golden=to_srgb(Image.open(_file(jpeg(image.convert("L")))), gray(1.4)))
    wide = to_srgb(image, display_p3())
    zoo.add("profile_display_p3.png", encoded(image, "PNG", icc_profile=display_p3()), format="png", golden=wide,
            tolerance="0.8")
    zoo.add("profile_display_p3.webp", encoded(image, "WEBP", lossless=True, icc_profile=display_p3()), format="webp",
            golden=wide, tolerance="0.8")
    clear = Image.fromarray(with_alpha())
    alpha = np.asarray(clear)[:, :, 3:].astype(np.float32) / 255
    over = np.asarray(image) * alpha + 255 * (1 - alpha)
    zoo.add("profile_with_alpha.png", encoded(clear, "PNG", icc_profile=display_p3()), format="png", tolerance="1.0",
            golden=to_srgb(Image.fromarray((over + 0.5).astype(np.uint8)), display_p3()))
    ink = image.convert("CMYK")
    data = jpeg(ink, icc_profile=inks())
    zoo.add("profile_inks.jpg", data, golden=to_srgb(Image.open(_file(jpeg(ink))), inks()), tolerance="1.0")
    zoo.add("profile_inks_on_rgb.jpg", jpeg(image, icc_profile=inks()), golden=Image.open(_file(base)))
    pieces = display_p3()
    pieces = [b"ICC_PROFILE\0" + bytes([n + 1, 3]) + pieces[n * 200:(n + 1) * 200 if n < 2 else None] for n in (2, 0, 1)]
    marked = lambda parts: base[:2] + b"".join(  # noqa: E731
        b"\xff\xe2" + struct.pack(">H", len(part) + 2) + part for part in parts) + base[2:]
    zoo.add("profile_in_pieces.jpg", marked(pieces), golden=to_srgb(Image.open(_file(base)), display_p3()),
            tolerance="0.8", note="in the wrong order")
    zoo.add("profile_piece_missing.jpg", marked(pieces[:2]), golden=Image.open(_file(base)))
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
