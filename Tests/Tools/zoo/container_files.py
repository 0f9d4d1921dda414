"""What is no JPEG and no PNG, under whatever name it comes."""
import struct

import numpy as np
from PIL import Image

from zoo import encoded, jpeg, picture

try:
    import pillow_heif

    pillow_heif.register_heif_opener()
except ImportError as missing:
    raise SystemExit("pillow-heif is missing: pip install -r requirements.txt") from missing


def add(zoo):
    pixels = picture()
    image = Image.fromarray(pixels)
    base = jpeg(image)
    refused = lambda name, format, data, note="": zoo.add(name, data, "unsupported", format, note=note)  # noqa: E731
    webp, heic = encoded(image, "WEBP", quality=80), encoded(image, "HEIF")
    frames = [image, image.rotate(180)]
    refused("single.gif", "gif", encoded(image, "GIF"))
    refused("animated.gif", "gif", encoded(frames[0], "GIF", save_all=True, append_images=frames[1:]))
    refused("zip_polyglot.gif", "gif", encoded(image, "GIF") + b"PK\x05\x06" + bytes(18))
    refused("single.bmp", "bmp", encoded(image, "BMP"))
    refused("single.tif", "tiff", encoded(image, "TIFF"))
    refused("pages.tif", "tiff", encoded(frames[0], "TIFF", save_all=True, append_images=frames[1:]))
    refused("big_endian.tif", "tiff", b"MM\0*\0\0\0\x08" + bytes(64), "head only")
    refused("photo.jp2", "jp2", encoded(image, "JPEG2000"))
    refused("codestream.jp2", "jp2", b"\xff\x4f\xff\x51" + bytes(64), "head only")
    refused("container.jxl", "jxl", b"\0\0\0\x0cJXL \r\n\x87\n" + bytes(64), "head only")
    refused("codestream.jxl", "jxl", b"\xff\x0a" + bytes(64), "head only")
    zoo.add("webp_named.jpg", webp, format="webp", golden=True)
    zoo.add("heic_named.jpg", heic, format="heic")
    zoo.add("heic_named.png", heic, format="heic")
    zoo.add("png_named.jpg", encoded(image, "PNG"), format="png", golden=image)
    zoo.add("jpeg_named.png", base, golden=True)
    add_videos(refused)
    add_documents(refused, base)
    for name, data in {"zeros_64k.jpg": bytes(65536), "leading_newline.jpg": b"\r\n" + base,
                       "noise_64k.jpg": np.random.default_rng(10).bytes(65536),
                       "byte_order_mark.jpg": b"\xff\xfe" + base, "one_byte.jpg": b"\xff"}.items():
        refused(name, "unknown", data)


def add_videos(refused):
    box = lambda kind, data=b"": struct.pack(">I4s", 8 + len(data), kind) + data  # noqa: E731
    still = box(b"wide") + box(b"mdat", bytes(4096))
    refused("live_photo.mov", "quickTime", box(b"ftyp", b"qt  \0\0\0\0qt  ") + still)
    refused("live_photo_named.jpg", "quickTime", box(b"ftyp", b"qt  \0\0\0\0qt  ") + still)
    refused("old.mov", "quickTime", still, "before files had brands")
    refused("moov_first.mov", "quickTime", box(b"moov", bytes(64)) + still)
    refused("video.mp4", "mp4", box(b"ftyp", b"isom\0\0\x02\0isomiso2avc1mp41") + still)
    refused("phone.3gp", "mp4", box(b"ftyp", b"3gp4\0\0\0\0isom3gp4") + still)


def add_documents(refused, base):
    refused("empty.jpg", "empty", b"")
    refused("error_page.jpg", "html", b"<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head></html>")
    refused("error_page_utf16.jpg", "html", "\ufeff<html><body>502</body></html>".encode("utf-16-le"))
    refused("error_xhtml.jpg", "html", b'<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"></html>')
    refused("error.json.jpg", "json", b'{"error":"not found"}')
    refused("list.json.jpg", "json", b'\xef\xbb\xbf [1, 2]')
    refused("drawing.jpg", "svg", b'<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">'
            b'<image href="file:///etc/passwd"/></svg>', "never rendered")
    refused("drawing_xml.svg", "svg", b'<?xml version="1.0"?>\n<!-- made -->\n<svg xmlns="http://www.w3.org/2000/svg"/>')
    refused("document.jpg", "pdf", b"%PDF-1.4\n%%EOF")
    refused("archive.jpg", "zip", b"PK\x03\x04" + bytes(64))
    refused("archive_empty.zip", "zip", b"PK\x05\x06" + bytes(18))
    refused("note.jpg", "text", "push graphic-context\nviewbox 0 0 640 480\nurl(https://a.example)".encode())
    refused("note_utf16.jpg", "text", "\ufeffplain words".encode("utf-16-be"))
    import base64
    refused("base64.jpg", "text", base64.b64encode(base[:3000]))
    refused("data_uri.jpg", "text", b"data:image/jpeg;base64," + base64.b64encode(base[:3000]))
