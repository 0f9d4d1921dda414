#!/usr/bin/env python3
"""The gate's measures written a second time, with numpy and OpenCV, to check the Swift ones against.

    reference.py OUT PICTURE...      writes OUT/expected.tsv and, for every picture, OUT/<file name>.ppm: the very pixels that
                                     were measured (longer side 512, on white), because decoders differ in their last bit
    reference.py --tsv FILE PICTURE...    measures the pictures as they are, for PNG files of at most 512 pixels

Needs numpy and opencv-python-headless (written with 2.4 and 5.0)."""
import math
import pathlib
import sys

import cv2
import numpy as np

SIDE, COLOR_SIDE, COARSE_SIDE = 512, 160, 256


def fitted(picture, side):
    height, width = picture.shape[:2]
    factor = side / max(height, width)
    if factor >= 1:
        return picture
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA)


def on_white(picture):
    """8-bit blue, green, red, whatever the file held."""
    if picture.ndim == 2:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    if picture.dtype == np.uint16:
        picture = (picture >> 8).astype(np.uint8)
    if picture.shape[2] == 4:
        alpha = picture[:, :, 3:].astype(np.float64) / 255
        picture = np.floor(picture[:, :, :3] * alpha + 255 * (1 - alpha) + 0.5).astype(np.uint8)
    return picture


def tiles(plane, side):
    rows, columns = plane.shape[0] // side, plane.shape[1] // side
    return plane[: rows * side, : columns * side].reshape(rows, side, columns, side)


def slopes(levels):
    """Sobel gradients of gray levels in whole numbers, eight to a level a pixel."""
    wide = levels.astype(np.int32)
    padded = cv2.copyMakeBorder(wide, 1, 1, 1, 1, cv2.BORDER_REFLECT_101)
    gx = cv2.filter2D(padded.astype(np.float64), -1, np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]))[1:-1, 1:-1]
    gy = cv2.filter2D(padded.astype(np.float64), -1, np.array([[-1, -2, -1], [0, 0, 0], [1, 2, 1]]))[1:-1, 1:-1]
    return np.rint(gx).astype(np.int64), np.rint(gy).astype(np.int64)


def noise(gray):
    kernel = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float64)
    residual = np.abs(cv2.filter2D(gray.astype(np.float64), -1, kernel, borderType=cv2.BORDER_REFLECT_101))
    if min(gray.shape) < 16:
        return residual.mean() * 0.2089
    return np.percentile(tiles(residual, 16).mean((1, 3)), 25) * math.sqrt(math.pi / 2) / 6


def fine_share(gray):
    height, width = gray.shape
    window = np.hanning(height)[:, None] * np.hanning(width)[None]
    energy = np.abs(np.fft.rfft2((gray - gray.mean()) * window)) ** 2
    radius = np.hypot(np.fft.fftfreq(height)[:, None], np.fft.rfftfreq(width)[None])
    return energy[(radius > 0.2) & (radius < 0.5)].sum() / max(energy[radius > 0.02].sum(), 1e-9)


def edge_slope(gray8, sigma):
    gx, gy = slopes(gray8)
    magnitude = np.sqrt(gx * gx + gy * gy) / 8 / 255
    square = (gx * gx + gy * gy).astype(np.float32)
    peak = square >= cv2.dilate(square, np.ones((3, 3), np.uint8))
    window = np.ones((7, 7), np.uint8)
    spread = cv2.dilate(gray8, window).astype(np.float64) / 255 - cv2.erode(gray8, window).astype(np.float64) / 255
    chosen = peak & (spread > max(0.06, 8 * sigma))
    count = int(chosen.sum())
    return (np.percentile(magnitude[chosen] / spread[chosen], 97) if count >= 30 else 0.0), count


def lab(picture):
    """CIE L*a*b* by its definition: OpenCV's own conversion interpolates and is off by up to 0.4."""
    level = picture[:, :, ::-1] / 255
    linear = np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4)
    matrix = np.array(
        [[0.412453, 0.357580, 0.180423], [0.212671, 0.715160, 0.072169], [0.019334, 0.119193, 0.950227]]
    )
    xyz = linear @ matrix.T / np.array([0.950456, 1, 1.088754])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], -1)


def binomial(plane, taps, spacing=1):
    kernel = np.zeros((len(taps) - 1) * spacing + 1)
    kernel[::spacing] = np.array(taps) / sum(taps)
    reach = len(kernel) // 2

    def mirrored(count):
        index = np.arange(-reach, count + reach)
        while count > 1 and ((index < 0) | (index >= count)).any():
            index = np.where(index < 0, -index, np.where(index >= count, 2 * (count - 1) - index, index))
        return index if count > 1 else np.zeros_like(index)

    height, width = plane.shape
    rows = plane[mirrored(height)]
    plane = sum(k * rows[i : i + height] for i, k in enumerate(kernel) if k)
    columns = plane[:, mirrored(width)]
    return sum(k * columns[:, i : i + width] for i, k in enumerate(kernel) if k)


def barrier_distance(plane):
    height, width = plane.shape
    value = plane.ravel().tolist()
    high, low = list(value), list(value)
    distance = np.full((height, width), 1e9)
    distance[0] = distance[-1] = 0
    distance[:, 0] = distance[:, -1] = 0
    distance = distance.ravel().tolist()
    for scan in range(3):
        step = 1 if scan % 2 == 0 else -1
        for y in range(1, height - 1)[::step]:
            for x in range(1, width - 1)[::step]:
                i = y * width + x
                for neighbour in (i - step * width, i - step):
                    top, bottom = max(high[neighbour], value[i]), min(low[neighbour], value[i])
                    if top - bottom < distance[i]:
                        distance[i], high[i], low[i] = top - bottom, top, bottom
    return np.array(distance).reshape(height, width)


def texture(gray8):
    height, width = gray8.shape[0] // 2 * 2, gray8.shape[1] // 2 * 2
    if min(gray8.shape) < 16:
        return 0.0
    wide = gray8[:height, :width].astype(np.int32)
    halved = wide[::2, ::2] + wide[1::2, ::2] + wide[::2, 1::2] + wide[1::2, 1::2]
    gx, gy = slopes(halved)
    return float((tiles(gx * gx + gy * gy, 8).mean((1, 3)) > (0.7 * 64) ** 2).mean())


def measures(picture):
    """`picture`: 8-bit BGR, longer side at most 512."""
    gray8 = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    gray = gray8 / 255
    sigma = noise(gray)
    esr, edges = edge_slope(gray8, sigma)
    colors = lab(fitted(picture, COLOR_SIDE))
    smooth = np.stack([binomial(colors[:, :, c], [1, 4, 6, 4, 1]) for c in range(3)], -1)
    attention = np.linalg.norm(smooth - colors.mean((0, 1)), axis=2)
    objectness = sum(barrier_distance(binomial(colors[:, :, c], [1, 2, 1])) for c in range(3))
    spread = max(np.percentile(smooth[:, :, c], 99.5) - np.percentile(smooth[:, :, c], 0.5) for c in range(3))
    return {
        "fft": fine_share(gray),
        "esr97": esr,
        "edgePixels": edges,
        "noise": sigma,
        "laplacianVariance": cv2.Laplacian(gray, cv2.CV_64F, borderType=cv2.BORDER_REFLECT_101).var(),
        "attentionArea": (attention > 3).mean(),
        "objectnessArea": (objectness > 4).mean(),
        "range": spread,
        "texture": texture(gray8),
    }


def entropy(weights):
    share = np.asarray(weights, np.float64)
    share = share[share > 0] / share.sum()
    return float(-(share * np.log2(share)).sum())


def edge_features(gray8):
    gray = gray8 / 255
    gx, gy = slopes(gray8)
    square = gx * gx + gy * gy
    slope = np.sqrt(square) / 8 / 255
    lap = cv2.Laplacian(gray, cv2.CV_64F, borderType=cv2.BORDER_REFLECT_101)
    features = {
        "flat1": (square < 16).mean(),
        "flat2": (square < 144).mean(),
        "edgeLow": (square > 2304).mean(),
        "edgeHigh": (square > 40000).mean(),
        "gradientKurtosis": np.log1p((slope**4).mean() / ((slope**2).mean() ** 2 + 1e-9)),
        "gradientMean": slope.mean(),
        "noise": np.log(noise(gray) + 1e-4),
        "laplacianKurtosis": np.log1p((lap**4).mean() / ((lap**2).mean() ** 2 + 1e-9)),
    }
    fine = tiles(slope, 16).mean((1, 3)) if min(gray.shape) >= 16 else np.array([[slope.mean()]])
    coarse = tiles(slope, 32).mean((1, 3)) if min(gray.shape) >= 32 else np.array([[slope.mean()]])
    half = coarse.shape[0] // 2
    features["tileVariation"] = fine.std() / (fine.mean() + 1e-3)
    features["tileFlat"] = (fine < 1.5 / 255).mean()
    features["tileLow"] = np.log(np.percentile(fine, 10) + 1e-4)
    features["tileHigh"] = np.log(np.percentile(fine, 90) + 1e-4)
    features["detailBelow"] = np.log((coarse[half:].mean() + 1e-3) / (coarse[: max(1, half)].mean() + 1e-3))
    angles = np.degrees(np.arctan2(gy, gx)[square > 2304]) % 180
    sectors = np.bincount((np.floor((angles + 7.5) / 15).astype(int)) % 12, minlength=12) + 0.5
    features["orientationEntropy"] = entropy(sectors)
    features["orientationPeak"] = sectors.max() / sectors.sum()
    return features


def color_features(picture):
    b, g, r = (picture[:, :, c].astype(np.int64) for c in range(3))
    counts = np.bincount((r >> 3 << 10 | g >> 3 << 5 | b >> 3).ravel(), minlength=32768)
    top = np.sort(counts)[::-1] / r.size
    dr, dg, db = (np.diff(c, axis=1) for c in (r, g, b))
    pairs = max(dr.size, 1)
    rim = np.concatenate(
        [part.reshape(-1, 3) for part in (picture[:3], picture[-3:], picture[:, :3], picture[:, -3:])]
    ).astype(np.float64)
    features = {
        "colors": np.log((counts > 0).sum()),
        "top1": top[0],
        "top8": top[:8].sum(),
        "top32": top[:32].sum(),
        "colorEntropy": entropy(counts),
        "white": (picture.min(2) > 247).mean(),
        "black": (picture.max(2) < 8).mean(),
        "sameRight": ((dr == 0) & (dg == 0) & (db == 0)).sum() / pairs,
        "chromaDetail": np.log((np.abs(dr - dg) + np.abs(dg - db)).sum() / pairs / 255 + 1e-4),
        "borderSpread": rim.std(0).mean() / 255,
        "borderWhite": (rim.min(1) > 247).mean(),
    }
    most, least = picture.max(2).astype(np.int64), picture.min(2).astype(np.int64)
    spread = most - least
    saturation = np.where(most > 0, spread / np.maximum(most, 1), 0.0)
    sixth = np.where(most == r, np.where(g >= b, 0, 6), np.where(most == g, 2, 4))
    offset = np.where(most == r, g - b, np.where(most == g, b - r, r - g))
    hue = np.minimum((3 * offset + 3 * sixth * spread) // np.maximum(spread, 1), 17)
    colored = spread > 0
    hues = np.bincount(hue[colored], weights=255 * saturation[colored], minlength=18) + 1e-3
    red_green, yellow_blue = (r - g).astype(np.float64), (r + g) / 2 - b
    strength = math.hypot(red_green.std(), yellow_blue.std()) + 0.3 * math.hypot(red_green.mean(), yellow_blue.mean())
    features["saturationMean"] = saturation.mean()
    features["saturationSpread"] = saturation.std()
    features["saturationHigh"] = ((spread * 255 > 200 * most) & colored).mean()
    features["hueEntropy"] = entropy(hues)
    features["colorfulness"] = strength / 255
    return features


def tone_features(gray8):
    gray = gray8 / 255
    height, width = gray.shape
    rows, columns = max(1, height // 3), max(1, width // 3)
    deviation = gray.std()
    features = {
        "lumaEntropy": entropy(np.bincount(gray8.ravel() >> 3, minlength=32)),
        "lumaSpread": deviation,
        "lumaSkew": ((gray - gray.mean()) ** 3).mean() / (deviation**3 + 1e-6),
        "topBottom": gray[:rows].mean() - gray[-rows:].mean(),
        "leftRight": abs(gray[:, :columns].mean() - gray[:, -columns:].mean()),
    }
    plane, energies = gray, []
    for spacing in (1, 2, 4):
        smooth = binomial(plane, [1, 4, 6, 4, 1], spacing)
        energies.append(np.log((plane - smooth).var() + 1e-7))
        plane = smooth
    energies.append(np.log(plane.var() + 1e-7))
    for octave in range(3):
        features[f"octave{octave}"] = energies[octave] - energies[octave + 1]
    median = cv2.medianBlur(gray8, 3).astype(np.int64)
    features["medianResidual"] = np.log(np.abs(median - gray8).mean() / 255 + 1e-4)
    return features


def features(picture):
    """`picture`: 8-bit BGR, longer side at most 512. In the order of the Swift names."""
    picture = fitted(picture, COARSE_SIDE)
    gray8 = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return {**edge_features(gray8), **color_features(picture), **tone_features(gray8)}


def load(file):
    picture = cv2.imread(str(file), cv2.IMREAD_UNCHANGED)
    return None if picture is None else on_white(picture)


def row(name, picture):
    import sharpness_reference

    sharpness = sharpness_reference.features(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    values = {
        **measures(picture),
        **{f"f.{key}": value for key, value in features(picture).items()},
        **{f"s.{key}": value for key, value in sharpness.items()},
    }
    return {"picture": name, **{key: f"{float(value):.9g}" for key, value in values.items()}}


def write(file, rows):
    with open(file, "w", encoding="utf-8") as out:
        print("\t".join(rows[0]), file=out)
        for line in rows:
            print("\t".join(line.values()), file=out)


def main():
    rows = []
    if sys.argv[1] == "--tsv":
        for file in map(pathlib.Path, sys.argv[3:]):
            picture = load(file)
            if picture is None or max(picture.shape[:2]) > SIDE:
                sys.exit(f"{file}: not a readable picture of at most {SIDE} pixels")
            rows.append(row(file.name, picture))
        write(sys.argv[2], rows)
        return
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    for file in map(pathlib.Path, sys.argv[2:]):
        picture = load(file)
        if picture is None:
            print(f"{file}: not readable, left out", file=sys.stderr)
            continue
        height, width = picture.shape[:2]
        views = {"": fitted(picture, SIDE)}
        if max(height, width) >= 2 * SIDE:
            # A second view at full resolution, of an odd size: other blur and noise, another transform length.
            top, left = (height - min(height, 391)) // 2, (width - min(width, 509)) // 2
            views["-centre"] = picture[top : top + 391, left : left + 509]
        for suffix, view in views.items():
            name = f"{file.name}{suffix}.ppm"
            cv2.imwrite(str(out / name), view)
            rows.append(row(name, view))
    write(out / "expected.tsv", rows)
    print(f"{len(rows)} pictures in {out}")


if __name__ == "__main__":
    main()
