"""HEIC and AVIF: one picture, grids, properties, what phones add to them, damage, and graphs of items that are bombs."""
import io
import struct

import numpy as np
from PIL import Image

from heif_writer import Heif, box, coded, full, grid
from profiles import display_p3, to_srgb
from zoo import HEIGHT, WIDTH, encoded, picture, shown, with_alpha

TURNS = {1: [], 8: [("irot", 1)], 3: [("irot", 2)], 6: [("irot", 3)], 2: [("imir", 1)], 4: [("imir", 0)],
         7: [("imir", 1), ("irot", 3)], 5: [("imir", 1), ("irot", 1)]}


def decoded(data):
    return shown(Image.open(io.BytesIO(data)))


def tile(pixels, **options):
    return coded(encoded(Image.fromarray(pixels), "HEIF", quality=90, **options))


def properties(steps):
    return [box(kind, bytes([value])) for kind, value in steps]


def add_kinds(zoo):
    pixels = picture()
    image = Image.fromarray(pixels)
    clear = Image.fromarray(with_alpha())

    def add(name, data, **more):
        if "golden" not in more:
            more["golden"] = decoded(data)
        zoo.add(name, data, **({"format": name[-4:], "tolerance": "1.0"} | more))

    heic, avif = encoded(image, "HEIF", quality=90), encoded(image, "AVIF", quality=90)
    add("photo.heic", heic)
    add("photo.avif", avif)
    add("gray.heic", encoded(image.convert("L"), "HEIF", quality=90))
    add("444.heic", encoded(image, "HEIF", quality=90, chroma="444"))
    add("422.heic", encoded(image, "HEIF", quality=90, chroma="422"))
    add("444.avif", encoded(image, "AVIF", quality=90, subsampling="4:4:4"))
    add("limited.avif", encoded(image, "AVIF", quality=90, range="limited"), tolerance="1.5")
    add("odd_size.heic", encoded(image.resize((637, 479)), "HEIF", quality=90), size=(637, 479), tolerance="1.5")
    add("alpha.heic", encoded(clear, "HEIF", quality=90), tolerance="1.5")
    add("alpha.avif", encoded(clear, "AVIF", quality=90), tolerance="1.5")
    add("exif_says_6.heic", encoded(image, "HEIF", quality=90, exif=turned_exif()), golden=decoded(heic),
        note="irot, not EXIF, counts in HEIF") if keeps_exif(image) else None
    add("tmap_brand.heic", heic[:8] + b"tmap" + heic[12:], golden=decoded(heic), note="the major brand that iOS 18 writes")
    frames = [image, image.rotate(180)]
    add("animated.avif", encoded(image, "AVIF", quality=90, save_all=True, append_images=frames[1:]))
    add_built(add, pixels)


def turned_exif():
    exif = Image.Exif()
    exif[0x0112] = 6
    return exif.tobytes()


def keeps_exif(image):
    """Whether the writer leaves EXIF's orientation alone; some turn it into a property."""
    return Image.open(io.BytesIO(encoded(image, "HEIF", exif=turned_exif()))).size == image.size


def add_built(add, pixels):
    """Files put together here, from pictures that the encoder made."""
    whole = tile(pixels)
    upright = Image.fromarray(pixels)
    plain = decoded(Heif(whole).file())
    for value, steps in TURNS.items():
        size = (WIDTH, HEIGHT) if value < 5 else (HEIGHT, WIDTH)
        data = Heif(whole, properties(steps)).file()
        add(f"turned_{value}.heic", data, size=size, orientation=value, golden=oriented(plain, value))
    parts = [tile(pixels[y:y + 240, x:x + 320]) for y in (0, 240) for x in (0, 320)]
    add("grid.heic", Heif.grid(parts, 2, 2, WIDTH, HEIGHT).file(), golden=upright, tolerance="3")
    cropped = Heif.grid(parts, 2, 2, 611, 433).file()
    add("grid_cropped.heic", cropped, size=(611, 433), golden=upright.crop((0, 0, 611, 433)), tolerance="3")
    add("grid_turned.heic", Heif.grid(parts, 2, 2, WIDTH, HEIGHT, properties([("irot", 3)])).file(),
        size=(HEIGHT, WIDTH), orientation=6, golden=upright.transpose(Image.Transpose.ROTATE_270), tolerance="3")
    clap = box("clap", struct.pack(">8I", 300, 1, 200, 1, 2 ** 32 - 100, 1, 40, 1))
    left, top = (WIDTH - 300) // 2 - 100, (HEIGHT - 200) // 2 + 40
    add("cropped.heic", Heif(whole, [clap]).file(), size=(300, 200),
        golden=plain.crop((left, top, left + 300, top + 200)))
    for name, places in (("in_box", {"in_box": True}), ("in_parts", {"parts": 7}), ("wide_places", {"version": 2})):
        add(f"{name}.heic", Heif(whole).file(**places), golden=plain)
    wide = to_srgb(plain, display_p3())
    icc = box("colr", b"prof", display_p3())
    add("display_p3.heic", Heif(whole, [icc]).file(), golden=wide)
    kind, data, boxes = whole
    points = box("colr", b"nclx", struct.pack(">HHHB", 12, 13, 6, 0x80))
    named = Heif((kind, data, [points if b"colrnclx" in b else b for b in boxes]))
    add("display_p3_points.heic", named.file(), golden=wide)
    # What current iPhones write: a gain map whose auxiliary reference names two items, and a tone-mapped picture.
    gain = tile(pixels[:240, :320])
    phone = Heif(whole)
    gain_id = phone.add(gain, [full("auxC", b"urn:com:apple:photo:2020:aux:hdrgainmap\0")])
    other = phone.add((b"tmap", b"\0\0" + bytes(60), []))
    phone.refer("dimg", other, [1, gain_id])
    phone.refer("auxl", gain_id, [1, other])
    add("iphone_gain_map.heic", phone.file(), golden=plain, note="too many auxiliary references for libheif 1.15")
    phone.primary = other
    add("tone_mapped_first.heic", phone.file(), golden=plain)
    many = Heif(whole)
    for _ in range(40):
        many.refer("auxl", many.add(gain, [full("auxC", b"urn:com:apple:photo:2018:aux:semanticskinmatte\0")]), [1, 1])
    add("mattes_40.heic", many.file(), golden=plain)
    large = np.tile(pixels, (7, 7, 1))[:3072, :4096]
    tiles = {(y % 480, x % 640): tile(large[y:y + 512, x:x + 512]) for y in range(0, 3072, 512) for x in range(0, 4096, 512)}
    order = [tiles[y % 480, x % 640] for y in range(0, 3072, 512) for x in range(0, 4096, 512)]
    add("large_12mp.heic", Heif.grid(order, 8, 6, 4032, 3024).file(), size=(4032, 3024), golden=None)


def oriented(image, value):
    exif = Image.Exif()
    exif[0x0112] = value
    moves = {2: "FLIP_LEFT_RIGHT", 3: "ROTATE_180", 4: "FLIP_TOP_BOTTOM", 5: "TRANSPOSE", 6: "ROTATE_270", 7: "TRANSVERSE",
             8: "ROTATE_90"}
    return image.transpose(Image.Transpose[moves[value]]) if value > 1 else image


def add_damage(zoo):
    pixels = picture()
    image = Image.fromarray(pixels)
    heic, avif = encoded(image, "HEIF"), encoded(image, "AVIF")
    whole = tile(pixels)
    bad = lambda name, data, note="": zoo.add(name, data, "undecodable", name[-4:], note=note)  # noqa: E731
    for name, data in (("heic", heic), ("avif", avif)):
        for share in (10, 50, 99):
            bad(f"cut_at_{share}.{name}", data[:len(data) * share // 100])
    random = np.random.default_rng(14)
    kind, data, boxes = whole
    bad("noise.heic", Heif((kind, data[:4] + random.bytes(len(data) - 4), boxes)).file())
    bad("no_configuration.heic", Heif((kind, data, boxes[:1])).file())
    bad("no_size.heic", Heif((kind, data, boxes[1:])).file())
    wrong = full("ispe", struct.pack(">II", 2000, 1000))
    bad("size_wrong.heic", Heif((kind, data, [wrong] + boxes[1:])).file(), "the coded picture is smaller")
    small = tile(pixels[:240, :320])
    lying = (small[0], small[1], [full("ispe", struct.pack(">II", 64, 64))] + small[2][1:])
    bad("size_understated.heic", Heif(lying).file(), "the coded picture is larger: no decoder may find out")
    bad("grid_tile_missing.heic", Heif.grid([small] * 3, 2, 2, WIDTH, HEIGHT).file())
    bad("grid_too_small.heic", Heif.grid([small] * 4, 2, 2, 2000, 1000).file())
    bad("grid_too_large.heic", Heif.grid([small] * 4, 2, 2, 300, 200).file(), "three tiles lie outside")
    bad("grid_unlike.heic", Heif.grid([small] * 3 + [whole], 2, 2, WIDTH, HEIGHT).file())
    bad("crop_outside.heic", Heif(whole, [box("clap", struct.pack(">8I", 300, 1, 200, 1, 400, 1, 0, 1))]).file())
    bad("crop_by_zero.heic", Heif(whole, [box("clap", struct.pack(">8I", 300, 0, 200, 1, 0, 1, 0, 1))]).file())
    nothing = Heif(whole)
    nothing.primary = 77
    bad("primary_missing.heic", nothing.file())
    unread = lambda name, data, note="": zoo.add(name, data, "unsupported", "heic", note=note)  # noqa: E731
    unread("jpeg_in_heif.heic", Heif((b"jpeg", b"\xff\xd8\xff\xd9", [boxes[0]])).file())
    unread("sequence_only.heic", box("ftyp", b"msf1\0\0\0\0msf1hevc") + box("meta", bytes(4) + box("free")))
    refused = lambda name, data, note="": zoo.add(name, data, "too-large", "heic", note=note)  # noqa: E731
    two = (kind, data * 2, boxes)
    refused("pictures_2.heic", Heif(two).file(), "two coded pictures in one item")


def add_bombs(zoo):
    pixels = picture()
    small = tile(pixels[:64, :64])
    large = lambda name, data, note="": zoo.add(name, data, "too-large", "heic", size=(1, 1), note=note)  # noqa: E731
    unread = lambda name, data, note="": zoo.add(name, data, "unsupported", "heic", note=note)  # noqa: E731
    nested = Heif(small)
    layer = [1] * 4
    for _ in range(12):
        item = nested.add(grid(2, 2, 128, 128))
        nested.refer("dimg", item, layer)
        layer = [item] * 4
    nested.primary = layer[0]
    unread("bomb_grids_nested.heic", nested.file(), "4^12 tiles: libheif 1.15 works on it for hours")
    itself = Heif(grid(2, 2, 128, 128))
    itself.refer("dimg", 1, [1] * 4)
    unread("bomb_grid_of_itself.heic", itself.file())
    circle = Heif(grid(1, 1, 64, 64))
    circle.refer("dimg", 1, [circle.add(grid(1, 1, 64, 64))])
    circle.refer("dimg", 2, [1])
    unread("bomb_grid_circle.heic", circle.file())
    wide = Heif(grid(256, 256, 16384, 16384))
    wide.refer("dimg", 1, [wide.add(small)] * 65535)
    large("bomb_grid_256x256.heic", wide.file(), "268 megapixels of one tile")
    many = Heif(grid(64, 64, 4096, 4096))
    many.refer("dimg", 1, [many.add(small)] * 4096)
    large("bomb_grid_4096_tiles.heic", many.file(), "within the pixels, too many tiles")
    heavy = (small[0], small[1][:-1] + b"\0" * 1_000_000, small[2])
    repeated = Heif(grid(8, 8, 512, 512))
    repeated.refer("dimg", 1, [repeated.add(heavy)] * 64)
    large("bomb_tiles_share_bytes.heic", repeated.file(), "64 tiles of the same megabyte")
    items = Heif(tile(pixels))
    large("bomb_30000_items.heic", items.file(padding_items=30_000))
    large("size_60000.heic", Heif((small[0], small[1], [full("ispe", struct.pack(">II", 60000, 60000))] + small[2][1:])).file())
    most = 2 ** 32 - 1
    huge = (small[0], small[1], [full("ispe", struct.pack(">II", most, most))] + small[2][1:])
    large("size_4294967295.heic", Heif(huge).file())
    whole = Heif(grid(1, 1, most, most))
    whole.refer("dimg", 1, [whole.add(small)])
    large("grid_4294967295.heic", whole.file())
    part = Heif(grid(1, 1, 64, 64))
    part.refer("dimg", 1, [part.add(huge)])
    large("grid_tile_4294967295.heic", part.file())
    odd = Heif(tile(pixels))
    large("bomb_places.heic", odd.file(parts=30_000), "30,000 places of one item")
    overlay = Heif((b"iovl", bytes(20), [full("ispe", struct.pack(">II", 640, 480))]))
    unread("overlay.heic", overlay.file())
    identity = Heif((b"iden", b"", [full("ispe", struct.pack(">II", 640, 480))]))
    identity.refer("dimg", 1, [1])
    unread("bomb_identity_of_itself.heic", identity.file())
