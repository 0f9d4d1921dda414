#!/usr/bin/env python3
"""What happens to an own wallpaper before it is uploaded again: attacks.py MARKED OUT

Writes every attack of every marked picture (gate-measure --mark) as OUT/<picture>_<attack>.png. Needs numpy and OpenCV."""
import pathlib
import sys

import cv2
import numpy as np

import variants

SHARES = {"resize": ["0.3", "0.5", "0.75", "1.5", "2"]}
NAMES = [
    "none", "jpeg95", "jpeg80", "jpeg70", "jpeg60", *(f"resize{share}" for share in SHARES["resize"]),
    "crop5", "crop10", "crop20", "crop20off", "screenshot", "lockscreen", "brighter", "darker", "contrast", "gamma",
    "blur1", "blur2", "messenger", "aspect", "hue", "flip", "rotate",
]  # fmt: skip


def kept(picture, lost, down=0.5, across=0.5):
    height, width = picture.shape[:2]
    h, w = int(height * (1 - lost)), int(width * (1 - lost))
    top, left = int((height - h) * down), int((width - w) * across)
    return picture[top : top + h, left : left + w]


def resized(picture, factor):
    height, width = picture.shape[:2]
    size = (max(16, int(width * factor)), max(16, int(height * factor)))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC)


def on_phone(picture, locked):
    """Fills a screen of 1,170 x 2,532, as a wallpaper does; the locked one has a clock and two buttons."""
    height, width = picture.shape[:2]
    factor = max(1170 / width, 2532 / height)
    size = (int(np.ceil(width * factor)), int(np.ceil(height * factor)))
    screen = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR)
    top, left = (screen.shape[0] - 2532) // 2, (screen.shape[1] - 1170) // 2
    screen = screen[top : top + 2532, left : left + 1170].copy()
    if locked:
        white, font = (255, 255, 255), cv2.FONT_HERSHEY_DUPLEX
        cv2.putText(screen, "9:41", (250, 620), font, 9, white, 22, cv2.LINE_AA)
        cv2.putText(screen, "Monday 3 June", (300, 330), font, 2.4, white, 4, cv2.LINE_AA)
        for x, y in ((180, 2300), (990, 2300)):
            cv2.circle(screen, (x, y), 75, (60, 60, 60), -1, cv2.LINE_AA)
    return screen


def aspect(picture):
    """Cut to 16:9, or to 9:16 when it is flatter already."""
    height, width = picture.shape[:2]
    h, w = int(width * 9 / 16), int(height * 9 / 16)
    if h < height:
        return picture[(height - h) // 2 : (height - h) // 2 + h]
    return picture[:, (width - w) // 2 : (width - w) // 2 + w]


def attacked(picture, name, random):
    jpeg = variants.recompressed
    match name:
        case "none":
            return picture
        case "crop20off":
            return jpeg(kept(picture, 0.2, random.uniform(), random.uniform()), 85)
        case "screenshot" | "lockscreen":
            return jpeg(on_phone(picture, name == "lockscreen"), 82)
        case "brighter" | "darker":
            change = 20 if name == "brighter" else -20
            return jpeg(np.clip(picture.astype(np.int16) + change, 0, 255).astype(np.uint8), 88)
        case "contrast":
            return jpeg(np.clip((picture.astype(np.float32) - 128) * 1.2 + 128, 0, 255).astype(np.uint8), 88)
        case "gamma":
            return jpeg(((picture / 255.0) ** 1.2 * 255).astype(np.uint8), 88)
        case "blur1" | "blur2":
            return jpeg(cv2.GaussianBlur(picture, (0, 0), float(name[4:])), 85)
        case "messenger":
            return jpeg(variants.fitted(jpeg(picture, 85), 1280), 65)
        case "aspect":
            return jpeg(aspect(picture), 88)
        case "hue":
            turned = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
            turned[:, :, 0] = (turned[:, :, 0].astype(int) + 8) % 180
            return jpeg(cv2.cvtColor(turned, cv2.COLOR_HSV2BGR), 88)
        case "flip":
            return jpeg(picture[:, ::-1], 88)
        case "rotate":
            height, width = picture.shape[:2]
            turn = cv2.getRotationMatrix2D((width / 2, height / 2), 1, 1.04)
            return jpeg(cv2.warpAffine(picture, turn, (width, height)), 88)
    if name.startswith("jpeg"):
        return jpeg(picture, int(name[4:]))
    if name.startswith("resize"):
        return jpeg(resized(picture, float(name[6:])), 88)
    return jpeg(kept(picture, int(name.removeprefix("crop")) / 100), 88)


def main():
    marked, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    for file in sorted(marked.glob("*.ppm")):
        picture = cv2.imread(str(file))
        for name in NAMES:
            target = out / f"{file.stem}_{name}.png"
            cv2.imwrite(
                str(target),
                attacked(picture, name, variants.source(file.stem, name)),
                [cv2.IMWRITE_PNG_COMPRESSION, 1],
            )
            print(target)


if __name__ == "__main__":
    main()
