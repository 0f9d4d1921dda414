"""The evidence of sharpness written a second time with numpy, to check the Swift measures against and to try ideas on
without a compiler. `features(gray8)` gives them by the names of SharpnessFeatures."""
import math

import cv2
import numpy as np

import reference


def log(value):
    return math.log(max(value, 0) + 1e-4)


def cells(gray):
    """Spectral energy and points by cells of 1/32 cycle a pixel: slopes that rise to the right, and those that fall."""
    height, width = gray.shape
    window = np.hanning(height)[:, None] * np.hanning(width)[None]
    energy = np.abs(np.fft.fft2((gray - gray.mean()) * window)) ** 2
    energy = energy[: height // 2 + 1]
    row = np.minimum(np.arange(height // 2 + 1) * 32 // height, 15)
    column = np.minimum(np.arange(width // 2 + 1) * 32 // width, 15)
    place = (row[:, None] * 16 + column[None]).ravel()
    mirror = -np.arange(width // 2 + 1) % width
    weight = np.where((np.arange(height // 2 + 1) == 0) | (2 * np.arange(height // 2 + 1) == height), 0, 1)
    rising = np.bincount(place, energy[:, : width // 2 + 1].ravel(), 256)
    falling = np.bincount(place, (energy[:, mirror] * weight[:, None]).ravel(), 256)
    return rising, falling, np.bincount(place, minlength=256)


ROW, COLUMN = np.divmod(np.arange(256), 16)
RADIUS = np.hypot(ROW + 0.5, COLUMN + 0.5) / 32
SECTOR = (np.floor((np.degrees(np.arctan2(ROW + 0.5, COLUMN + 0.5)) + 7.5) / 15).astype(int)) % 12


def sectors(found, start, end):
    rising, falling, points = found
    inside = (RADIUS >= start) & (RADIUS < end) & (points > 0)
    mirrored = (12 - SECTOR) % 12
    sums = np.bincount(SECTOR[inside], rising[inside], 12) + np.bincount(mirrored[inside], falling[inside], 12)
    counts = np.bincount(SECTOR[inside], points[inside], 12) + np.bincount(mirrored[inside], points[inside], 12)
    return np.where(counts > 0, sums / np.maximum(counts, 1), 0.0)


def bands(gray):
    found = cells(gray)
    rings = [sectors(found, *ends) for ends in ((0.03, 0.0625), (0.0625, 0.125), (0.125, 0.25), (0.25, 0.5))]
    outermost = sectors(found, 0.4, 0.5)
    floor = outermost[outermost > 0].min(initial=np.inf)
    floor = floor if np.isfinite(floor) else 0.0

    def mean(values):
        values = values[values > 0]
        return values.mean() if len(values) else 0.0

    def fall(energy, base):
        return math.log((max(energy - floor, 0) + 1e-9) / (base + 1e-9) + 1e-5)

    def falls(fine, coarse):
        near = [[(s + 11) % 12, s, (s + 1) % 12] for s in range(12)]
        return [fall(mean(fine[n]), mean(coarse[n])) for n in near]

    base = mean(rings[0])
    fine = falls(sectors(found, 0.125, 0.35), rings[0] + rings[1])
    second = falls(rings[1], rings[0])
    least = int(np.argmin(fine))
    return [
        fall(mean(rings[1]), base), fall(mean(rings[2]), base), fall(mean(rings[3]), base),
        math.log((mean(outermost) + 1e-9) / (base + 1e-9) + 1e-6),
        fine[least], max(fine), fine[(least + 6) % 12], min(second),
    ]  # fmt: skip


def edges(gray8, sigma, contrast=0.06):
    """Places, slopes over range and directions of the edge pixels."""
    gx, gy = reference.slopes(gray8)
    square = (gx * gx + gy * gy).astype(np.float32)
    peak = square >= cv2.dilate(square, np.ones((3, 3), np.uint8))
    window = np.ones((7, 7), np.uint8)
    spread = cv2.dilate(gray8, window).astype(np.int64) - cv2.erode(gray8, window)
    y, x = np.nonzero(peak & (spread > max(contrast, 8 * sigma) * 255))
    ratio = np.sqrt(square[y, x]) / 8 / spread[y, x]
    angle = np.degrees(np.arctan2(gy[y, x], gx[y, x])) % 180
    return y, x, ratio, np.floor((angle + 7.5) / 15).astype(int) % 12


def directions(ratio, sector):
    def quantile(share, counts):
        rank, before = share * counts.sum(), 0
        for bin_, count in enumerate(counts):
            if before + count >= rank and count > 0:
                return (bin_ + (rank - before) / count) * 0.56 / 64
            before += count
        return 0.56

    histograms = np.zeros((12, 64))
    np.add.at(histograms, (sector, np.minimum((ratio * 64 / 0.56).astype(int), 63)), 1)
    found = []
    for s in range(12):
        counts = histograms[(s + 11) % 12] + histograms[s] + histograms[(s + 1) % 12]
        if counts.sum() >= 40:
            found.append((s, quantile(0.5, counts), quantile(0.9, counts)))
    if not found:
        return [0.0] * 6
    low, top = min(found, key=lambda f: f[1]), max(found, key=lambda f: f[1])
    across = next((f for f in found if f[0] == (low[0] + 6) % 12), low)
    return [*low[1:], *top[1:], *across[1:]]


def edge_tiles(y, x, ratio, shape):
    down, wide = (shape[0] + 15) // 16, (shape[1] + 15) // 16
    place = y // 16 * wide + x // 16
    count = np.bincount(place, minlength=down * wide)
    sharp = np.bincount(place, ratio >= 0.38, down * wide) * 4 >= count
    half = np.bincount(place, ratio >= 0.30, down * wide) * 4 >= count
    enough = count >= 3
    total = down * wide
    sharp_rows = (enough & sharp).reshape(down, wide).sum(1)
    half_rows = (enough & half).reshape(down, wide).sum(1)
    length = min(3, down)
    sums = [sharp_rows[i : i + length].sum() for i in range(down - length + 1)]
    start = int(np.argmax(sums))
    rest = ratio[(y // 16 < start) | (y // 16 >= start + length)]
    return [
        enough.sum() / total, sharp_rows.sum() / total, half_rows.sum() / total,
        (sharp_rows.sum() - sums[start]) / total,
        (half_rows.sum() - half_rows[start : start + length].sum()) / total,
        np.percentile(rest, 97) if len(rest) >= 30 else 0.0,
    ]  # fmt: skip


def tensors(gray8, sigma):
    planes = [gray8.astype(np.int64)]
    for _ in range(2):
        p = planes[-1]
        height, width = max(1, p.shape[0] // 2), max(1, p.shape[1] // 2)
        p = p[: 2 * height, : 2 * width].reshape(height, 2, width, 2).sum((1, 3))
        planes.append((p + 2) >> 2)
    variance = sigma * sigma * 255 * 255 * 12
    totals, traces = [], []
    for plane, scale in zip(planes, (1, 4, 16)):
        gx, gy = reference.slopes(plane)
        noise = variance / scale
        xx, yy = (gx * gx).mean(), (gy * gy).mean()
        totals.append((max(xx - noise, 0), max(yy - noise, 0), (gx * gy).mean()))
        traces.append(gx * gx + gy * gy)

    def ratios(a, b):
        floor = 0.64 + 0.01 * (b[0] + b[1])
        bx, by, bc = b[0] + floor, b[1] + floor, b[2]
        determinant = bx * by - bc * bc
        if determinant <= 0:
            return 0.0, 0.0
        mean = (a[0] * by + a[1] * bx - 2 * a[2] * bc) / (2 * determinant)
        spread = math.sqrt(max(mean * mean - (a[0] * a[1] - a[2] * a[2]) / determinant, 0))
        return max(mean - spread, 0), max(mean + spread, 0)

    down, across = gray8.shape[0] // 16, gray8.shape[1] // 16
    full = reference.tiles(traces[0], 16).mean((1, 3))
    half = reference.tiles(traces[1], 8).mean((1, 3))[:down, :across]
    chosen = half > max(3200, 2 * variance)
    tile = np.maximum(full - 2 * variance, 0)[chosen] / (half - variance / 2)[chosen]
    ends = np.percentile(tile, [50, 90]) if chosen.sum() >= 2 else (0.0, 0.0)
    fine, coarse = np.maximum(full - 2 * variance, 0), np.maximum(half - variance / 2, 0)
    best = (fine / np.maximum(coarse, 1))[coarse > max(400, 2 * variance)]
    tops = np.percentile(best, [97, 99]) if len(best) > 3 else (0.0, 0.0)
    a, b = block_sums(fine), block_sums(coarse)
    blocks = np.where(b > 16 * max(200, variance), a / np.maximum(b, 1), 0) if a.size else a
    mean = blocks[blocks > 0].mean() if (blocks > 0).any() else 0.0
    values = (*ratios(totals[0], totals[1]), *ratios(totals[1], totals[2]), *ends, *tops, *best_block(blocks), mean)
    return [*map(log, values)]


# Squared levels a pixel that rounding and strong JPEG leave where nothing is.
FLOOR = 6


def octaves(gray8, sigma):
    """What is left of the finest gradients beside those of each coarser scale, and whether the coarse ones are edges."""
    down, across = gray8.shape[0] // 16, gray8.shape[1] // 16
    if not down or not across:
        return [0.0] * 13
    plane, energies, slopes, curves = gray8.astype(np.int64), [], [], []
    for octave in range(5):
        gx, gy = reference.slopes(plane)
        square = gx * gx + gy * gy
        if octave == 0:
            steepest = math.sqrt(square.max()) / 8
        slopes.append(square.mean() / 64)
        curve = cv2.Laplacian(plane.astype(np.float64), cv2.CV_64F, borderType=cv2.BORDER_REFLECT_101)
        curves.append((curve * curve).mean())
        energies.append(reference.tiles(square, 16 >> octave).mean((1, 3))[:down, :across] / 64)
        height, width = max(1, plane.shape[0] // 2), max(1, plane.shape[1] // 2)
        halves = plane[: 2 * height, : 2 * width].reshape(height, 2, width, 2).sum((1, 3)) if octave < 4 else None
        plane = (halves + 2) >> 2 if octave < 4 else None
    fine = np.maximum(energies[0] - 24 * (sigma * 255) ** 2 / 64 - FLOOR, 0)
    blocks = [block_sums(energy) for energy in energies]
    left = block_sums(fine)

    def most(fine, coarse, least):
        known = coarse > least
        return math.sqrt((fine[known] / coarse[known]).max(initial=0.0))

    def fall(fine, coarse):
        return 0.5 * math.log((fine + 0.01) / (coarse + 0.01))

    return [
        fall(curves[4], slopes[4]), fall(curves[3], slopes[3]), fall(slopes[3], slopes[4]), fall(slopes[2], slopes[3]),
        *(most(left, blocks[k], 64 * 2**k) for k in (1, 2, 3)), *(most(fine, energies[k], 4 * 2**k) for k in (2, 3)),
        fall(slopes[4], 1), fall(steepest * steepest, blocks[3].max() / 16),
        (blocks[2] > 256).mean(), (blocks[3] > 512).mean(),
    ]  # fmt: skip


def block_sums(plane):
    """Over 4x4 tiles, every one of them a corner."""
    if not plane.size:
        return plane
    high, wide = min(4, plane.shape[0]), min(4, plane.shape[1])
    return np.lib.stride_tricks.sliding_window_view(plane, (high, wide)).sum((2, 3))


def best_block(blocks):
    """The greatest, and the greatest of those in other rows of tiles."""
    if not blocks.size:
        return 0.0, 0.0
    row = np.unravel_index(blocks.argmax(), blocks.shape)[0]
    beyond = blocks[np.abs(np.arange(len(blocks)) - row) >= 4]
    return blocks.max(), beyond.max(initial=0.0)


def edge_blocks(y, x, ratio, shape):
    down, across = shape[0] // 16, shape[1] // 16
    inside = (y < down * 16) & (x < across * 16)
    counts = np.zeros((28, down, across))
    if not counts.size:
        return 0.0, 0.0
    bins = np.minimum((ratio * 50).astype(int), 27)
    np.add.at(counts, (bins[inside], y[inside] // 16, x[inside] // 16), 1)
    blocks = np.stack([block_sums(plane) for plane in counts])
    total = blocks.sum(0)
    percentile = (blocks.cumsum(0) < 0.9 * total).sum(0) / 50
    return best_block(np.where(total >= 16, percentile, 0))


# Of the halved picture's pixels, a tile of 16 of the whole one.
TILE, ENOUGH, NOISE_SHARE = 8, 12, 0.375
WINDOWS, ERRORS = (4, 6, 8), (0, 2, 4)
NARROW = [
    name
    for base in ("narrow", "halfNarrow")
    for name in [base, base + "Weighted", base + "Strongest", base + "Steepest"]
    + [f"{base}{side}{what}" for side in WINDOWS for what in [f"Less{errors}" for errors in ERRORS] + ["Median"]]
]


def mirrored(count, reach):
    """Indices of a row and `reach` beyond its ends."""
    return np.pad(np.arange(count), reach, mode="reflect") if count > 1 else np.zeros(count + 2 * reach, int)


def narrow_edges(gray8, sigma):
    """Gradients of the picture and of it halved beside those of the halved picture blurred, along the edges of the latter."""
    none = [0.0] * len(NARROW)
    height, width = gray8.shape[0] // 2, gray8.shape[1] // 2
    down, across = height // TILE, width // TILE
    noise = 255 * sigma
    if noise < 0.7 or not down or not across:
        return none
    half = (gray8[: 2 * height, : 2 * width].astype(np.int64).reshape(height, 2, width, 2).sum((1, 3)) + 2) >> 2
    kernel = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float64)
    residual = np.abs(cv2.filter2D(half.astype(np.float64), -1, kernel, borderType=cv2.BORDER_REFLECT_101))
    half_noise = np.percentile(reference.tiles(residual, TILE).mean((1, 3)), 25) * math.sqrt(math.pi / 2) / 6
    taps, rows, columns = (1, 4, 6, 4, 1), mirrored(height, 2), mirrored(width, 2)
    mixed = sum(tap * half[rows[i : i + height]] for i, tap in enumerate(taps))
    wide = (sum(tap * mixed[:, columns[i : i + width]] for i, tap in enumerate(taps)) + 32) >> 6

    def squares(plane):
        gx, gy = reference.slopes(plane)
        return gx * gx + gy * gy

    found, steep = squares(wide), squares(half)
    full = squares(gray8)[: 2 * height, : 2 * width].reshape(height, 2, width, 2).sum((1, 3))
    peak = found >= cv2.dilate(found.astype(np.float64), np.ones((3, 3), np.uint8))
    y, x = np.nonzero(peak & (found > 1024 * max(2, 1.5 * half_noise) ** 2))
    if len(y) < ENOUGH:
        return none
    coarse, slope = found[y, x] / 4096, steep[y, x]
    fine = full[y, x] / 256 - NOISE_SHARE * noise * noise
    middle = slope / 256 - NOISE_SHARE * half_noise * half_noise / 4
    count = max(ENOUGH, len(y) * 3 // 100)
    strongest, steepest = (np.argsort(-order, kind="stable")[:count] for order in (found[y, x], slope))
    added = NOISE_SHARE * noise * noise / 2
    inside = (y // TILE < down) & (x // TILE < across)
    place = (y // TILE * across + x // TILE)[inside]

    def root(energy, weight):
        return math.sqrt(max(energy, 0) / max(weight, 1e-6))

    def windows(values, side):
        plane = np.bincount(place, values[inside], down * across).reshape(down, across)
        shape = min(side, down), min(side, across)
        return np.lib.stride_tricks.sliding_window_view(plane, shape).sum((2, 3)).ravel()

    out = []
    for energy, share in ((fine, 1.0), (middle, 0.5)):
        out += [
            root(energy.sum(), coarse.sum()), root((energy * coarse).sum(), (coarse * coarse).sum()),
            *(root(energy[some].sum(), coarse[some].sum()) for some in (strongest, steepest)),
        ]  # fmt: skip
        for side in WINDOWS:
            known = windows(np.ones(len(y)), side) >= ENOUGH
            weight = np.maximum(windows(coarse * coarse, side)[known], 1e-6)
            ratio = windows(energy * coarse, side)[known] / weight
            variance = windows((2 * added * added + 2 * added * coarse) * coarse * coarse, side)[known]
            unsure = share * np.sqrt(variance) / weight
            out += [math.sqrt((ratio - errors * unsure).max(initial=0.0)) for errors in ERRORS]
            out.append(math.sqrt(max(np.median(ratio), 0)) if len(ratio) else 0.0)
    return out


NAMES = (
    "fineShare edgeSlope edgePixels noise bandLow bandMiddle bandHigh bandTop fineLeast fineMost fineAcross middleLeast "
    "weakMedian weakHigh strongMedian strongHigh acrossMedian acrossHigh structured sharpTiles halfSharpTiles "
    "sharpBeyondText halfSharpBeyondText slopeBeyondText tensorFineLeast tensorFineMost tensorMiddleLeast "
    "tensorMiddleMost tensorTileMedian tensorTileHigh tensorTileTop tensorTileBest blockTensor blockTensorBeyond "
    "blockTensorMean blockSlope blockSlopeBeyond faintSlope steepest "
    "wideCurve halfwayCurve wideFall halfwayFall leftOfHalf leftOfQuarter leftOfEighth tileOfQuarter tileOfEighth "
    "wideSlope step structuredQuarters structuredEighths"
).split() + NARROW


def features(gray8):
    gray = gray8 / 255
    sigma = reference.noise(gray)
    y, x, ratio, sector = edges(gray8, sigma)
    slope = np.percentile(ratio, 97) if len(ratio) >= 30 else 0.0
    fy, fx, faint, _ = edges(gray8, sigma, 0.03)
    steep = np.percentile(faint, [97, 99.5]) if len(faint) >= 30 else (0.0, 0.0)
    values = [
        log(reference.fine_share(gray)), slope, log(len(ratio) / 1000), log(sigma), *bands(gray),
        *directions(ratio, sector), *edge_tiles(y, x, ratio, gray8.shape), *tensors(gray8, sigma),
        *edge_blocks(fy, fx, faint, gray8.shape), *steep, *octaves(gray8, sigma), *narrow_edges(gray8, sigma),
    ]  # fmt: skip
    return dict(zip(NAMES, map(float, values), strict=True))
