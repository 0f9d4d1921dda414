"""What happens to a picture before it is uploaded, and pictures that carry nothing: seeded, for evaluations and fits.

Pictures are 8-bit BGR arrays. Amounts of blur are in thousandths of the longer side, so that they mean the same at any
size: 4 is 6.4 pixels of a picture of 1,600."""
import hashlib

import cv2
import numpy as np

# Too blurry, to be caught.
BLURRED = [
    "gauss2.5", "gauss4", "gauss8", "disk3", "disk6", "disk12", "motion12", "motion25", "down6", "down12",
    "gauss4+noise", "disk6+jpeg40",
]  # fmt: skip
# Good enough to classify, to be left alone.
FINE = ["orig", "jpeg75", "jpeg30", "noise8", "noise20", "dof", "dark", "lowcontrast"]
# Blurred under crisp text, apart: a third kind of evidence.
CAPTIONED = ["gauss4+text"]
# Blurred until nothing finer than a tenth of the picture is left, and what files do to that; made of 800 pixels.
HEAVY = [
    "gauss12", "gauss16", "gauss24", "gauss32", "gauss48", "disk24", "disk48", "motion50", "motion100", "down20", "down40",
    *(f"gauss{amount}+{extra}" for amount in (16, 32) for extra in ("png", "jpeg60", "jpeg30", "grain")),
]  # fmt: skip
HEAVY_SIDE = 800
# Under noise, apart: the blur to be caught, and what is sharp there and to be left alone.
NOISY = ["gauss4+grain", "gauss8+noise", "disk6+noise", "disk12+grain", "down12+noise"]
NOISY_FINE = ["noise4", "dof+noise", "dof+grain"]
# Where the part that is sharp may show nothing.
SHALLOW = ["dof", "dof+noise", "dof+grain"]
# Of these more pictures are fitted on: where photographs come close to art that is smooth on purpose.
HEAVIEST = ["gauss24", "gauss32", "gauss32+png", "gauss32+jpeg30", "gauss48", "disk48"]


def source(*words):
    """A generator of its own for every picture and kind, so that the order of work changes nothing."""
    return np.random.default_rng(int(hashlib.sha256("/".join(words).encode()).hexdigest()[:12], 16))


def fitted(picture, side):
    height, width = picture.shape[:2]
    if max(height, width) <= side:
        return picture
    factor = side / max(height, width)
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA)


def recompressed(picture, quality):
    return cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(quality)])[1], 1)


def disk(radius):
    reach = int(np.ceil(radius))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    kernel = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
    return kernel / kernel.sum()


def streak(length, angle):
    size = int(length) | 1
    kernel, centre = np.zeros((size, size), np.float32), size // 2
    x, y = np.cos(angle) * centre, np.sin(angle) * centre
    ends = (round(centre - x), round(centre - y)), (round(centre + x), round(centre + y))
    cv2.line(kernel, *ends, 1, 1, cv2.LINE_AA)
    return kernel / kernel.sum()


def noisy(picture, sigma, random):
    luma = random.normal(0, sigma, picture.shape[:2])[:, :, None]
    return np.clip(picture + luma + random.normal(0, sigma * 0.6, picture.shape), 0, 255).astype(np.uint8)


def captioned(picture):
    height, width = picture.shape[:2]
    at, size, weight = (int(width * 0.06), int(height * 0.9)), width / 700, max(1, width // 500)
    out = picture.copy()
    cv2.putText(out, "GOOD MORNING", at, cv2.FONT_HERSHEY_DUPLEX, size, (255, 255, 255), weight, cv2.LINE_AA)
    return out


def shallow(picture, unit, random):
    """Sharp within a disc of 12 % of the area, out of focus around it."""
    height, width = picture.shape[:2]
    behind = cv2.filter2D(picture, -1, disk(8 * unit))
    cx, cy = width * random.uniform(0.3, 0.7), height * random.uniform(0.3, 0.7)
    radius = np.sqrt(0.12 * height * width / np.pi)
    y, x = np.mgrid[:height, :width]
    share = np.clip((radius - np.hypot(x - cx, y - cy)) / (radius * 0.3) + 0.5, 0, 1)[:, :, None]
    return (picture * share + behind * (1 - share)).astype(np.uint8)


def shrunk_and_back(picture, factor):
    height, width = picture.shape[:2]
    size = (max(8, int(width / factor)), max(8, int(height / factor)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)


def variant(picture, kind, random):
    """`kind`: one of the names above."""
    unit = max(picture.shape[:2]) / 1000
    base, _, extra = kind.partition("+")
    digits = base.lstrip("abcdefghijklmnopqrstuvwxyz")
    name, amount = base.removesuffix(digits), float(digits or 0)
    match name:
        case "orig":
            out = picture
        case "gauss":
            out = cv2.GaussianBlur(picture, (0, 0), amount * unit)
        case "disk":
            out = cv2.filter2D(picture, -1, disk(amount * unit))
        case "motion":
            out = cv2.filter2D(picture, -1, streak(amount * unit, random.uniform(0, np.pi)))
        case "down":
            out = shrunk_and_back(picture, amount * unit)
        case "jpeg":
            out = recompressed(picture, amount)
        case "noise":
            out = noisy(picture, amount, random)
        case "dof":
            out = shallow(picture, unit, random)
        case "dark":
            out = (picture * 0.25).astype(np.uint8)
        case "lowcontrast":
            out = (picture * 0.3 + 90).astype(np.uint8)
        case _:
            raise ValueError(f"no such kind: {kind}")
    match extra:
        case "noise":
            return noisy(out, 12, random)
        case "grain":
            return noisy(out, 4, random)
        case "text":
            return captioned(out)
        case "" | "png":
            return out
    return recompressed(out, float(extra.removeprefix("jpeg")))


# --- pictures that carry nothing, and abstract ones that do -----------------------------------------------------------

SIZES = [(800, 1280), (1280, 720), (900, 900), (1500, 1000)]
EMPTY = [
    "flat", "flat-jpeg", "flat-noise1", "flat-noise3", "lens-cap", "white-dust", "vignette", "banding", "paper", "glyph",
]  # fmt: skip
ABSTRACT = ["linear", "radial", "mesh", "checker", "stripes", "blobs"]


def empty(index):
    """The kind and the picture of number `index`."""
    kind, (height, width) = EMPTY[index % len(EMPTY)], SIZES[index % len(SIZES)]
    random = source("empty", str(index))
    color = random.integers(0, 256, 3)
    out = np.full((height, width, 3), color, np.float32)
    match kind:
        case "flat-jpeg":
            out = recompressed(out.astype(np.uint8), random.integers(30, 90)).astype(np.float32)
        case "flat-noise1" | "flat-noise3":
            out += random.normal(0, int(kind[-1]), out.shape)
        case "lens-cap":
            out = cv2.GaussianBlur(np.abs(random.normal(4, 6, out.shape)).astype(np.float32), (0, 0), 0.8)
        case "white-dust":
            out[:] = 250
            for _ in range(6):
                cv2.circle(out, (int(random.integers(width)), int(random.integers(height))), 2, (200,) * 3, -1)
        case "vignette":
            y, x = np.mgrid[:height, :width]
            out -= (4 * ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2))[:, :, None]
        case "banding":
            out += np.floor(np.linspace(0, 3, height))[:, None, None]
        case "paper":
            grain = cv2.GaussianBlur(random.normal(0, 12, (height, width)).astype(np.float32), (0, 0), 6)
            out[:] = 235
            out += grain[:, :, None] * 0.6 + random.normal(0, 1.5, (height, width, 1))
        case "glyph":
            ink, out = (int(255 - color[0]),) * 3, out.astype(np.uint8)
            cv2.putText(out, "x", (width // 2, height // 2), cv2.FONT_HERSHEY_SIMPLEX, 0.6, ink, 1, cv2.LINE_AA)
    return kind, np.clip(out, 0, 255).astype(np.uint8)


def abstract(index):
    """The kind and the picture of number `index`: gradients and patterns somebody may want as a wallpaper."""
    kind, (height, width) = ABSTRACT[index % len(ABSTRACT)], SIZES[index % len(SIZES)]
    random = source("abstract", str(index))
    colors = random.integers(0, 256, (4, 3)).astype(np.float32)
    if np.abs(colors[1] - colors[0]).max() < 40:
        colors[1] = np.where(colors[0] > 127, 0, 255)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    u, v = x / width, y / height
    mix = None
    match kind:
        case "linear":
            angle = random.uniform(0, 2 * np.pi)
            mix = np.cos(angle) * u + np.sin(angle) * v
            mix = (mix - mix.min()) / np.ptp(mix)
        case "radial":
            mix = np.clip(np.hypot(u - random.uniform(0.2, 0.8), v - random.uniform(0.2, 0.8)) / 0.8, 0, 1)
        case "mesh":
            corners = [(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v]
            out = sum(color * corner[:, :, None] for color, corner in zip(colors, corners))
        case "checker":
            period = random.integers(12, 120)
            mix = ((x // period + y // period) % 2 == 0).astype(np.float32)
        case "stripes":
            period, angle = random.uniform(8, 60), random.uniform(0, np.pi)
            mix = (np.sin((np.cos(angle) * x + np.sin(angle) * y) * 2 * np.pi / period) > 0).astype(np.float32)
        case "blobs":
            flat = np.tile(colors[0], (height, width, 1)).astype(np.uint8)
            for _ in range(14):
                at, radius = (int(random.integers(width)), int(random.integers(height))), int(random.integers(30, 300))
                cv2.circle(flat, at, radius, tuple(map(int, colors[random.integers(1, 4)])), -1, cv2.LINE_AA)
            out = cv2.GaussianBlur(flat, (0, 0), 60)
    if mix is not None:
        out = colors[0] + (colors[1] - colors[0]) * mix[:, :, None]
    return kind, np.clip(out, 0, 255).astype(np.uint8)


# --- augmentations that keep a picture worth its price ----------------------------------------------------------------


def augmented(picture, picture_id):
    """Six crops with gain, a phone's crop, strong compression, low contrast: names and pictures."""
    random = source("augmented", picture_id)
    height, width = picture.shape[:2]
    for index in range(6):
        share = random.uniform(0.5, 0.95)
        h, w = max(8, int(height * share)), max(8, int(width * share))
        top, left = int(random.integers(height - h + 1)), int(random.integers(width - w + 1))
        crop = picture[top : top + h, left : left + w].astype(np.float32) * random.uniform(0.7, 1.3)
        yield f"crop{index}", np.clip(crop, 0, 255).astype(np.uint8)
    w = max(8, min(width, round(height * 9 / 19.5)))
    left = (width - w) // 2
    yield "phone", picture[:, left : left + w]
    yield "jpeg40", recompressed(picture, 40)
    yield "lowcontrast", (picture * 0.3 + 90).astype(np.uint8)
