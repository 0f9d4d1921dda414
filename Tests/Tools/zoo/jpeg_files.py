"""JPEGs: every ordinary kind, damage of every sort, sizes and scans that must be refused."""
import numpy as np
from PIL import Image

from zoo import HEIGHT, WIDTH, jpeg, patched, picture, segments


def add_kinds(zoo):
    pixels = picture()
    image = Image.fromarray(pixels)
    base = jpeg(image)
    zoo.add("baseline.jpg", base, golden=True)
    zoo.add("progressive.jpg", jpeg(image, progressive=True), golden=True)
    for name, sampling in (("444", 0), ("422", 1), ("420", 2)):
        zoo.add(f"jpeg_{name}.jpg", jpeg(image, subsampling=sampling), golden=True)
    for name, options in {
        "411": ["-sample", "4x1,1x1,1x1"],
        "440": ["-sample", "1x2,1x1,1x1"],
        "410": ["-sample", "4x2,1x1,1x1"],
        "odd_sampling": ["-sample", "2x2,1x2,2x1"],
        "rgb": ["-rgb"],
        "restart_rows": ["-restart", "1"],
        "restart_each_mcu": ["-restart-mcus", "1"],
        "q1": ["-quality", "1"],
        "q100": ["-quality", "100"],
        "planes": ["-planes"],
        "progressive_444": ["-progressive", "-sample", "1x1,1x1,1x1"],
    }.items():
        zoo.add(f"jpeg_{name}.jpg", zoo.libjpeg(pixels, *options), golden=True)
    # Pillow's own library may lack arithmetic coding, which is lossless: the Huffman twin holds the same pixels.
    for name, options in {"arithmetic": [], "arithmetic_progressive": ["-progressive"]}.items():
        twin = Image.open(_file(zoo.libjpeg(pixels, *options))).convert("RGB")
        zoo.add(f"jpeg_{name}.jpg", zoo.libjpeg(pixels, "-arithmetic", *options), golden=twin)
    zoo.add("jpeg_gray.jpg", jpeg(image.convert("L")), golden=True)
    zoo.add("jpeg_gray_progressive.jpg", jpeg(image.convert("L"), progressive=True), golden=True)
    for name, size in {"odd_size": (637, 479), "one_block": (16, 16), "narrow": (17, 450)}.items():
        zoo.add(f"jpeg_{name}.jpg", jpeg(image.resize(size)), size=size, golden=True)
    ink = jpeg(image.convert("CMYK"))
    zoo.add("cmyk_adobe.jpg", ink, golden=True, note="Adobe's inverted inks")
    adobe = next(s for s in segments(ink) if s[0] == 0xEE)
    zoo.add("cmyk_unmarked.jpg", ink[:adobe[1]] + ink[adobe[1] + adobe[2]:], golden=True,
            note="no Adobe marker, inverted all the same")
    stored = np.concatenate([pixels, np.full((HEIGHT, WIDTH, 1), 255, np.uint8)], 2)
    zoo.add("ycck_adobe.jpg", zoo.libjpeg(stored, "-ycck"), golden=True, note="transform 2")
    large = Image.fromarray(np.tile(pixels, (7, 7, 1))[:3000, :4000])
    zoo.add("large_12mp.jpg", jpeg(large, quality=92), size=(4000, 3000))
    zoo.add("large_12mp_turned.jpg", jpeg(large, quality=92, exif=orientation(6)), size=(3000, 4000), orientation=6)
    zoo.add("large_12mp_q80.jpg", jpeg(large, quality=80), size=(4000, 3000))
    wide = Image.fromarray(np.tile(pixels, (5, 6, 1))[:2160, :3840])
    zoo.add("large_4k.jpg", jpeg(wide, quality=90), size=(3840, 2160))
    zoo.add("large_1024.jpg", jpeg(large.resize((1024, 768), Image.Resampling.BOX), quality=85), size=(1024, 768))
    zoo.add("large_12mp_progressive.jpg", jpeg(large, quality=92, progressive=True), size=(4000, 3000))


def orientation(value):
    exif = Image.Exif()
    exif[0x0112] = value
    return exif


def add_damage(zoo):
    image = Image.fromarray(picture())
    base, progressive = jpeg(image), jpeg(image, progressive=True)
    found = segments(base)
    by_marker = {marker: (offset, length) for marker, offset, length in reversed(found)}
    frame, tables, codes = by_marker[0xC0], by_marker[0xDB], by_marker[0xC4]
    scan = sum(by_marker[0xDA])
    bad = lambda name, data, note="": zoo.add(name, data, "undecodable", note=note)  # noqa: E731
    bad("cut_in_header.jpg", base[:scan - 10])
    for share in (10, 50, 90):
        bad(f"cut_at_{share}.jpg", base[:scan + (len(base) - scan) * share // 100])
    for share in (15, 50, 90):
        bad(f"cut_progressive_at_{share}.jpg", progressive[:len(progressive) * share // 100])
    restarts = zoo.libjpeg(np.asarray(image), "-restart", "1")
    bad("cut_restarts_at_50.jpg", restarts[:len(restarts) // 2])
    arithmetic = zoo.libjpeg(np.asarray(image), "-arithmetic")
    bad("cut_arithmetic_at_50.jpg", arithmetic[:len(arithmetic) // 2])
    zoo.add("no_end_marker.jpg", base[:-2], golden=Image.open(_file(base)))
    zoo.add("no_end_marker_progressive.jpg", progressive[:-2], golden=Image.open(_file(progressive)))
    zoo.add("cut_in_last_rows.jpg", base[:-40], note="more than 95 % of its rows are there")
    random = np.random.default_rng(5)
    ended = base[:-60] + bytes([0xAA, 0x55] * 4) + b"\xff\xd9"
    zoo.add("garbled_last_rows.jpg", ended, note="more than 95 % of its rows are there")
    garbled = bytearray(base)
    for offset in random.integers(scan + 50, len(base) - 50, 200):
        garbled[offset] = int(random.integers(0, 255))
    bad("garbled_scan.jpg", bytes(garbled), "200 random bytes")
    fitted = jpeg(image, optimize=True)
    start, garbled = sum(segments(fitted)[-1][1:]), bytearray(fitted)
    for offset in random.integers(start + 50, len(fitted) - 50, 200):
        garbled[offset] = int(random.integers(0, 255))
    bad("garbled_fitted_codes.jpg", bytes(garbled), "hardly a code that does not exist")
    garbled = bytearray(progressive)
    for offset in random.integers(len(progressive) // 10, len(progressive) - 50, 200):
        garbled[offset] = int(random.integers(0, 255))
    bad("garbled_progressive.jpg", bytes(garbled))
    zoo.add("padded_before_end.jpg", base[:-2] + bytes(20_000) + base[-2:], golden=Image.open(_file(base)))
    noise = random.integers(0, 255, len(base) - scan, dtype=np.uint8).tobytes().replace(b"\xff", b"\xfe")
    bad("noise_for_scan.jpg", base[:scan] + noise + b"\xff\xd9", "nothing but random bytes after the header")
    bad("zeros_for_scan.jpg", base[:scan] + bytes(len(base) - scan) + b"\xff\xd9",
        "zero bytes decode to the first code for ever")
    bad("arithmetic_flag_on_huffman.jpg", patched(base, frame[0] + 1, b"\xc9"))
    bad("huffman_flag_on_arithmetic.jpg", patched(arithmetic, arithmetic.index(b"\xff\xc9") + 1, b"\xc1"))
    bad("codes_impossible.jpg", patched(base, codes[0] + 5, b"\xff" * 16))
    bad("quantiser_zero.jpg", patched(base, tables[0] + 5, bytes(64)))
    bad("no_quantiser.jpg", base[:tables[0]] + base[sum(tables):])
    first_codes = base[:codes[0]] + base[sum(codes):]
    zoo.add("no_first_codes.jpg", first_codes, note="the standard's codes stand in, as for MJPEG")
    bad("width_zero.jpg", patched(base, frame[0] + 7, b"\0\0"))
    bad("height_zero.jpg", patched(base, frame[0] + 5, b"\0\0"), "height told later by DNL")
    bad("two_frames.jpg", base[:sum(frame)] + base[frame[0]:])
    bad("segment_past_end.jpg", patched(base, tables[0] + 2, b"\xff\xff"))
    bad("start_only.jpg", b"\xff\xd8")
    bad("start_and_end.jpg", b"\xff\xd8\xff\xd9")
    bad("components_share_table_9.jpg", patched(base, frame[0] + 12, b"\x09"), "quantiser 9 of 4")
    zoo.add("bits_12.jpg", patched(base, frame[0] + 4, b"\x0c"), "unsupported", note="12 bits")
    zoo.add("lossless.jpg", patched(base, frame[0] + 1, b"\xc3"), "unsupported", note="SOF3")
    zoo.add("two_components.jpg", patched(base, frame[0] + 2, b"\x00\x0e\x08\x01\xe0\x02\x80\x02"), "unsupported")


def add_bombs(zoo):
    image = Image.fromarray(picture())
    base, progressive = jpeg(image), jpeg(image, progressive=True)
    frame = next(s for s in segments(base) if s[0] == 0xC0)
    zoo.add("size_65535.jpg", patched(base, frame[1] + 5, b"\xff" * 4), "too-large", size=(65535, 65535))
    zoo.add("scans_500.jpg", repeated(progressive, 500), "too-large", note="500 refinement scans more")
    planes = zoo.libjpeg(picture(), "-planes")
    zoo.add("planes_300.jpg", repeated(planes, 300), "too-large", note="a baseline plane 300 times")
    flat = jpeg(Image.new("L", (8000, 8000), 90), progressive=True, quality=10)
    zoo.add("scans_64mp.jpg", repeated(flat, 60), "too-large", size=(8000, 8000))
    flat = jpeg(Image.new("L", (7000, 7000), 90), progressive=True, quality=10)
    zoo.add("scans_49mp.jpg", repeated(flat, 50), "too-large", size=(7000, 7000), note="within size and scan limits")
    flat = jpeg(Image.new("RGB", (7600, 7600), (9, 99, 200)), progressive=True, quality=10, subsampling=0)
    zoo.add("coefficients_346mb.jpg", flat, "too-large", size=(7600, 7600), note="58 MP, 4:4:4, kept to the last scan")
    for name, (width, height) in {
        "1x1": (1, 1), "65500x1": (65500, 1), "1x65500": (1, 65500), "3x5000": (3, 5000), "7x7": (7, 7),
        "15x400": (15, 400),
    }.items():
        data = jpeg(Image.fromarray(np.resize(picture(), (height, width, 3))))
        zoo.add(f"size_{name}.jpg", data, "too-large", size=(width, height))


def repeated(data, times):
    """The file with its last scan that many times more."""
    last = data[data.rindex(b"\xff\xda"):-2]
    return data[:-2] + last * times + data[-2:]


def _file(data):
    import io
    return io.BytesIO(data)
