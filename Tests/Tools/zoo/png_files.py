"""PNGs: every depth and colour type, transparency, interlacing, damage and bombs."""
import io
import struct
import zlib

import numpy as np
from PIL import Image

from profiles import display_p3, to_srgb
from zoo import HEIGHT, WIDTH, encoded, picture, shown

ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, depth, color, compressed, before=b"", interlaced=False, idats=1):
    head = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, int(interlaced))
    step = max(1, -(-len(compressed) // idats))
    data = b"".join(chunk(b"IDAT", compressed[at:at + step]) for at in range(0, max(1, len(compressed)), step))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + before + data + chunk(b"IEND", b"")


def rows(samples, depth=8):
    """Unfiltered scan lines of a height x width x channels array."""
    if depth == 16:
        packed = [row.astype(">u2").tobytes() for row in samples]
    elif depth == 8:
        packed = [row.astype(np.uint8).tobytes() for row in samples]
    else:
        packed = []
        for row in samples.reshape(samples.shape[0], -1):
            bits = (row[:, None] >> np.arange(depth - 1, -1, -1)) & 1
            packed.append(np.packbits(bits.astype(np.uint8).ravel()).tobytes())
    return b"".join(b"\0" + row for row in packed)


def adam7(samples, depth=8):
    return b"".join(rows(samples[y::dy, x::dx], depth) for x, y, dx, dy in ADAM7 if samples[y::dy, x::dx].size)


def made(samples, depth, color, before=b"", interlaced=False, **more):
    raw = adam7(samples, depth) if interlaced else rows(samples, depth)
    height, width = samples.shape[:2]
    return png(width, height, depth, color, zlib.compress(raw), before, interlaced, **more)


def add_kinds(zoo):
    pixels = picture()
    image = Image.fromarray(pixels)
    add = lambda name, data, **more: zoo.add(name, data, format="png", **({"golden": True} | more))  # noqa: E731
    add("png_rgb.png", encoded(image, "PNG"))
    gray = np.asarray(image.convert("L"))[:, :, None]
    for depth in (1, 2, 4):
        add(f"png_gray{depth}.png", made(gray >> (8 - depth), depth, 0), golden=expanded(gray >> (8 - depth), depth))
    add("png_gray8.png", made(gray, 8, 0))
    deep = pixels.astype(np.uint32) * 257 + 77
    deep = np.minimum(deep, 65535)
    add("png_rgb16.png", made(deep, 16, 2))
    add("png_gray16.png", made(deep[:, :, :1], 16, 0), golden=Image.fromarray((deep[:, :, 0] >> 8).astype(np.uint8)).convert("RGB"))
    few = image.quantize(16)
    colors = np.array(few.getpalette()[:48], np.uint8).reshape(-1, 3)
    palette = chunk(b"PLTE", colors.tobytes())
    index = np.asarray(few)[:, :, None]
    for depth in (4, 8):
        add(f"png_palette{depth}.png", made(index, depth, 3, palette))
    for depth, count in ((1, 2), (2, 4)):
        small = chunk(b"PLTE", colors[:count].tobytes())
        add(f"png_palette{depth}.png", made(index % count, depth, 3, small))
    alphas = bytes(range(0, 256, 16))
    add("png_palette_transparent.png", made(index, 8, 3, palette + chunk(b"tRNS", alphas)), tolerance="0.6")
    add("png_rgb_key.png", made(pixels, 8, 2, chunk(b"tRNS", struct.pack(">HHH", *pixels[100, 100]))))
    add("png_gray_key.png", made(gray, 8, 0, chunk(b"tRNS", struct.pack(">H", int(gray[100, 100, 0])))))
    slope = np.linspace(0, 255, WIDTH).astype(np.uint8)[None, :, None].repeat(HEIGHT, 0)
    with_alpha = np.concatenate([pixels, slope], 2)
    add("png_gray_alpha.png", made(np.concatenate([gray, slope], 2), 8, 4), tolerance="0.6")
    add("png_rgba.png", encoded(Image.fromarray(with_alpha), "PNG"), tolerance="0.6")
    add("png_rgba16.png", made(with_alpha.astype(np.uint32) * 257, 16, 6), tolerance="0.6", golden=shown(Image.fromarray(with_alpha)))
    clear = with_alpha.copy()
    clear[:, :, 3] = 0
    add("png_all_transparent.png", made(clear, 8, 6), note="nothing but the background")
    white = np.full((HEIGHT, WIDTH, 4), 255, np.uint8)
    white[:100] = white[300:] = [255, 255, 255, 0]
    add("png_white_on_transparent.png", made(white, 8, 6), note="seen on a dark background only")
    add_interlaced(add, pixels, gray, with_alpha, index, palette)
    rolled = [Image.fromarray(np.roll(pixels, 40 * n, 1)) for n in range(4)]
    add("apng.png", encoded(rolled[0], "PNG", save_all=True, append_images=rolled[1:], duration=100), golden=rolled[0])
    points = chunk(b"cICP", bytes([12, 13, 0, 1]))
    add("png_display_p3_points.png", made(pixels, 8, 2, points), golden=to_srgb(image, display_p3()), tolerance="0.8")
    add("png_many_idats.png", made(pixels, 8, 2, idats=5000))
    for value in (3, 6):
        exif = chunk(b"eXIf", b"II*\0" + struct.pack("<IH", 8, 1) + struct.pack("<HHII", 0x0112, 3, 1, value))
        size = (WIDTH, HEIGHT) if value == 3 else (HEIGHT, WIDTH)
        add(f"png_turned_{value}.png", made(pixels, 8, 2, exif), size=size, orientation=value)


def add_interlaced(add, pixels, gray, with_alpha, index, palette):
    add("png_interlaced.png", made(pixels, 8, 2, interlaced=True))
    add("png_interlaced_gray1.png", made(gray >> 7, 1, 0, interlaced=True), golden=expanded(gray >> 7, 1))
    add("png_interlaced_palette.png", made(index, 4, 3, palette, interlaced=True))
    add("png_interlaced_rgba16.png", made(with_alpha.astype(np.uint32) * 257, 16, 6, interlaced=True), tolerance="0.6",
        golden=shown(Image.fromarray(with_alpha)))
    odd = pixels[:17, :21]
    add("png_interlaced_odd.png", made(odd, 8, 2, interlaced=True), size=(21, 17))


def expanded(samples, depth):
    return Image.fromarray((samples[:, :, 0].astype(np.uint16) * 255 // (2 ** depth - 1)).astype(np.uint8)).convert("RGB")


def add_damage(zoo):
    pixels = picture()
    whole = encoded(Image.fromarray(pixels), "PNG")
    bad = lambda name, data, note="": zoo.add(name, data, "undecodable", "png", note=note)  # noqa: E731
    broken = bytearray(whole)
    broken[len(broken) // 2] ^= 0xFF
    bad("png_bad_crc.png", bytes(broken))
    raw = bytearray(rows(pixels))
    raw[470 * (WIDTH * 3 + 1)] = 9
    zoo.add("png_bad_last_rows.png", png(WIDTH, HEIGHT, 8, 2, zlib.compress(bytes(raw))), format="png",
            note="a filter that does not exist, in row 470")
    bad("png_cut_at_50.png", whole[:len(whole) // 2])
    bad("png_cut_in_header.png", whole[:20])
    bad("png_interlaced_cut_at_90.png", made(pixels, 8, 2, interlaced=True)[:-len(whole) // 10])
    zoo.add("png_no_end.png", whole[:-12], format="png", golden=Image.fromarray(pixels))
    bad("png_no_pixels.png", png(WIDTH, HEIGHT, 8, 2, b"")[:33] + chunk(b"IEND", b""))
    bad("png_empty_pixels.png", png(WIDTH, HEIGHT, 8, 2, b""))
    bad("png_too_few_pixels.png", png(WIDTH, HEIGHT, 8, 2, zlib.compress(bytes(100_000))))
    bad("png_noise_for_pixels.png", png(WIDTH, HEIGHT, 8, 2, np.random.default_rng(9).bytes(20_000)))
    bad("png_width_zero.png", png(0, 5, 8, 2, zlib.compress(b"")))
    bad("png_color_type_5.png", png(32, 32, 8, 5, zlib.compress(bytes(9999))))
    bad("png_depth_3.png", png(32, 32, 3, 0, zlib.compress(bytes(9999))))
    bad("png_filter_9.png", png(32, 32, 8, 0, zlib.compress((b"\x09" + bytes(32)) * 32)))
    bad("png_no_palette.png", png(32, 32, 8, 3, zlib.compress(bytes(33 * 32))))
    index = np.full((32, 32, 1), 200)
    zoo.add("png_palette_overrun.png", made(index, 8, 3, chunk(b"PLTE", bytes(6))), format="png", size=(32, 32),
            golden=Image.new("RGB", (32, 32)), note="colour 200 of 2: black")
    bad("png_unknown_critical.png", made(pixels, 8, 2, chunk(b"ABCD", b"x")))
    bad("png_huge_chunk.png", whole[:33] + b"\x7f\xff\xff\xffteXt" + whole[33:], "a text of 2 GB claimed")
    text = bytearray(chunk(b"tEXt", b"Comment\0hello"))
    text[-1] ^= 1
    zoo.add("png_bad_text_crc.png", made(pixels, 8, 2, bytes(text)), format="png", golden=Image.fromarray(pixels))
    loose = chunk(b"tRNS", b"\0" * 6)
    zoo.add("png_transparency_on_rgba.png", made(np.dstack([pixels, np.full((HEIGHT, WIDTH), 255, np.uint8)]), 8, 6, loose),
            format="png", golden=Image.fromarray(pixels), note="a chunk that may not be there")


def add_bombs(zoo):
    def refused(name, size, data, note=""):
        zoo.add(name, data, "too-large", "png", size=size, note=note)

    refused("png_1x1.png", (1, 1), encoded(Image.new("RGB", (1, 1)), "PNG"))
    refused("bomb_20000x20000.png", (20000, 20000), png(20000, 20000, 8, 2, zeros(20000 * 60001)), "1.2 GB of pixels")
    refused("bomb_60000x60000.png", (60000, 60000), png(60000, 60000, 1, 0, zeros(60000 * 7501)), "1 bit a pixel")
    most = 2 ** 31 - 1
    refused("bomb_header.png", (most, most), png(most, most, 8, 6, zlib.compress(bytes(100))))
    bomb = b"a\0\0" + zeros(200 << 20)
    refused("bomb_text.png", (4, 4), png(4, 4, 8, 2, zlib.compress(bytes(52)), chunk(b"zTXt", bomb)))
    black = Image.new("RGB", (300, 300))
    flat = zlib.compress(bytes(901 * 300))
    for name, kind in (("profile", b"iCCP"), ("compressed_text", b"zTXt")):
        zoo.add(f"bomb_{name}.png", png(300, 300, 8, 2, flat, chunk(kind, bomb)), format="png", size=(300, 300), golden=black)
    long = png(300, 300, 8, 2, zeros(200 << 20))
    zoo.add("bomb_after_last_row.png", long, format="png", size=(300, 300), golden=black, note="200 MB after the last row")
    chunks = chunk(b"tEXt", b"") * 100_000
    refused("png_250000_chunks.png", (300, 300), png(300, 300, 8, 2, flat, chunks * 2 + chunks[:600_000]))
    zoo.add("png_100000_chunks.png", png(300, 300, 8, 2, flat, chunks), format="png", size=(300, 300), golden=black)
    zoo.add("png_50mp_gray.png", png(10000, 5000, 8, 0, zeros(10001 * 5000)), format="png", size=(10000, 5000))


def zeros(count):
    """A valid zlib stream of that many zero bytes, made from copies of one block: quick however long."""
    block = zlib.compressobj(9, zlib.DEFLATED, -15)
    mebibyte = block.compress(bytes(1 << 20)) + block.flush(zlib.Z_FULL_FLUSH)
    last = zlib.compressobj(9, zlib.DEFLATED, -15)
    tail = last.compress(bytes(count % (1 << 20))) + last.flush()
    # The Adler-32 of n zeros: 1 in the low half, n in the high one.
    return b"\x78\xda" + mebibyte * (count >> 20) + tail + struct.pack(">I", (count % 65521) << 16 | 1)
