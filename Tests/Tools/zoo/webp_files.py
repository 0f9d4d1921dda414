"""WebPs: both codings, transparency, animations, orientation, damage and limits."""
import struct

import numpy as np
from PIL import Image

from jpeg_files import orientation
from zoo import HEIGHT, WIDTH, encoded, patched, picture, with_alpha


def chunk(kind, data):
    return kind + struct.pack("<I", len(data)) + data + bytes(len(data) & 1)


def riff(*chunks):
    body = b"WEBP" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def chunks(data):
    """(kind, data) of every chunk."""
    found, at = [], 12
    while at + 8 <= len(data):
        length = struct.unpack("<I", data[at + 4:at + 8])[0]
        found.append((data[at:at + 4], data[at + 8:at + 8 + length]))
        at += 8 + length + (length & 1)
    return found


def extended(width, height, flags=0):
    return chunk(b"VP8X", struct.pack("<I", flags) + struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3])


def add_kinds(zoo):
    pixels = picture()
    image = Image.fromarray(pixels)
    clear = Image.fromarray(with_alpha())
    add = lambda name, data, **more: zoo.add(name, data, format="webp", **({"golden": True} | more))  # noqa: E731
    lossy, lossless = encoded(image, "WEBP", quality=80), encoded(image, "WEBP", lossless=True)
    add("webp_lossy.webp", lossy)
    add("webp_lossless.webp", lossless)
    add("webp_q1.webp", encoded(image, "WEBP", quality=1))
    add("webp_alpha.webp", encoded(clear, "WEBP", quality=90), tolerance="0.6")
    add("webp_alpha_lossless.webp", encoded(clear, "WEBP", lossless=True, exact=True), tolerance="0.6")
    frames = [Image.fromarray(np.roll(pixels, 40 * n, 1)) for n in range(4)]
    add("webp_animated.webp", encoded(frames[0], "WEBP", save_all=True, append_images=frames[1:], duration=100))
    for value in (3, 6):
        size = (WIDTH, HEIGHT) if value == 3 else (HEIGHT, WIDTH)
        add(f"webp_turned_{value}.webp", encoded(image, "WEBP", quality=80, exif=orientation(value)), size=size,
            orientation=value)
    add("webp_odd_size.webp", encoded(image.resize((637, 479)), "WEBP", quality=80), size=(637, 479))
    add("webp_trailer.webp", lossy + np.random.default_rng(12).bytes(50_000))
    add("webp_length_wrong.webp", patched(lossy, 4, b"\xff\xff\xff\x7f"), golden=image_of(lossy))
    add("webp_unknown_chunks.webp", riff(extended(WIDTH, HEIGHT), chunk(b"ABCD", b"xyz"), chunk(*chunks(lossy)[0])))
    # A first frame of a quarter of the canvas, on white.
    part = image.resize((320, 240))
    frame = struct.pack("<I", 80)[:3] + struct.pack("<I", 60)[:3] + struct.pack("<I", 319)[:3] + struct.pack("<I", 239)[:3]
    frame += struct.pack("<I", 100)[:3] + b"\0" + chunk(*chunks(encoded(part, "WEBP", lossless=True))[0])
    canvas = Image.new("RGB", (WIDTH, HEIGHT), (255, 255, 255))
    canvas.paste(part, (160, 120))
    add("webp_frame_on_canvas.webp", golden=canvas,
        data=riff(extended(WIDTH, HEIGHT, 2), chunk(b"ANIM", bytes(6)), chunk(b"ANMF", frame)))


def image_of(data):
    import io
    return Image.open(io.BytesIO(data)).convert("RGB")


def add_damage(zoo):
    image = Image.fromarray(picture())
    lossy, lossless = encoded(image, "WEBP", quality=80), encoded(image, "WEBP", lossless=True)
    bad = lambda name, data, note="": zoo.add(name, data, "undecodable", "webp", note=note)  # noqa: E731
    bad("webp_cut_at_50.webp", lossy[:len(lossy) // 2])
    zoo.add("webp_cut_after_last_row.webp", lossy[:-2], format="webp", golden=image_of(lossy))
    bad("webp_cut_at_90.webp", lossy[:len(lossy) * 9 // 10])
    bad("webp_lossless_cut_at_50.webp", lossless[:len(lossless) // 2])
    bad("webp_cut_in_header.webp", lossy[:20])
    bad("webp_no_frame.webp", riff(extended(WIDTH, HEIGHT), chunk(b"EXIF", bytes(40))))
    bad("webp_frame_off_canvas.webp", riff(extended(100, 100), chunk(*chunks(lossy)[0])))
    bad("webp_lossless_wrong_mark.webp", patched(lossless, 20, b"\x2e"))
    bad("webp_inter_frame.webp", patched(lossy, 20, bytes([lossy[20] | 1])), "not a key frame")
    noise = np.random.default_rng(13).bytes(20_000)
    bad("webp_lossless_noise.webp", riff(chunk(b"VP8L", chunks(lossless)[0][1][:5] + noise)))
    refused = lambda name, size, data, note="": zoo.add(name, data, "too-large", "webp", size=size, note=note)  # noqa: E731
    most = 16383
    head = b"\x2f" + struct.pack("<I", (most - 1) | (most - 1) << 14)
    refused("bomb_lossless_16383.webp", (most, most), riff(chunk(b"VP8L", head + bytes(60))), "1 GB from 90 bytes")
    side = 7700
    head = b"\x2f" + struct.pack("<I", (side - 1) | (side - 1) << 14)
    refused("bomb_lossless_7700.webp", (side, side), riff(chunk(b"VP8L", head + bytes(60))), "within the pixels, 237 MB")
    frame = bytes(6) + b"\x7f\x02\0\xdf\x01\0" + bytes(4) + chunk(*chunks(lossy)[0])
    refused("bomb_canvas.webp", (1 << 24, 1 << 24), riff(extended(1 << 24, 1 << 24, 2), chunk(b"ANMF", frame)))
    refused("webp_20000_chunks.webp", (WIDTH, HEIGHT),
            riff(extended(WIDTH, HEIGHT), chunk(*chunks(lossy)[0]), chunk(b"ABCD", b"") * 20_000))
