"""Writes HEIF files from coded pictures, and whatever tables of items a test wants."""
import struct


def box(kind, *data):
    data = b"".join(data)
    return struct.pack(">I", 8 + len(data)) + (kind if isinstance(kind, bytes) else kind.encode()) + data


def full(kind, *data, version=0, flags=0):
    return box(kind, struct.pack(">I", version << 24 | flags), *data)


def boxes(data, at=0, end=None):
    """(kind, content, whole box) of each."""
    end, found = len(data) if end is None else end, []
    while at + 8 <= end:
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        found.append((kind, data[at + 8:at + size], data[at:at + size]))
        at += size
    return found


def find(data, kind):
    return next(content for name, content, _ in boxes(data) if name == kind)


def coded(file):
    """(type, data, property boxes) of the picture in a file of one: its size, its configuration, its samples' meaning."""
    meta = find(file, b"meta")[4:]
    properties = find(find(meta, b"iprp"), b"ipco")
    kinds = {kind: whole for kind, _, whole in reversed(boxes(properties))}
    kept = [kinds[kind] for kind in (b"ispe", b"hvcC", b"av1C", b"colr") if kind in kinds]
    return (b"hvc1" if b"hvcC" in kinds else b"av01", find(file, b"mdat"), kept)


def grid(columns, rows, width, height):
    data = struct.pack(">BBBBII", 0, 1, rows - 1, columns - 1, width, height)
    return (b"grid", data, [full("ispe", struct.pack(">II", width, height))])


class Heif:
    """Items are numbered from 1, the first is the primary."""

    def __init__(self, item, properties=()):
        self.items, self.references, self.primary = [], [], 1
        self.add(item, properties)

    @classmethod
    def grid(cls, tiles, columns, rows, width, height, properties=()):
        file = cls(grid(columns, rows, width, height), properties)
        file.refer("dimg", 1, [file.add(tile) for tile in tiles])
        return file

    def add(self, item, properties=()):
        kind, data, own = item
        self.items.append((kind, data, list(own) + list(properties)))
        return len(self.items)

    def refer(self, kind, start, to):
        self.references.append((kind, start, to))

    def file(self, in_box=False, parts=1, version=1, padding_items=0):
        """`parts`: extents that an item is cut into."""
        ftyp = box("ftyp", b"heic\0\0\0\0mif1heic")
        places = self._meta([[(0, 0)] * parts for _ in self.items], in_box, version, padding_items)
        start = 8 if in_box else len(ftyp) + len(places) + 8
        extents, at = [], 0 if in_box else start
        for _, data, _ in self.items:
            step = -(-len(data) // parts) if data else 0
            cuts = [(at + n * step, max(0, min(step, len(data) - n * step))) for n in range(parts)]
            extents.append(cuts)
            at += len(data)
        meta = self._meta(extents, in_box, version, padding_items)
        data = b"".join(data for _, data, _ in self.items)
        return ftyp + meta + (b"" if in_box else box("mdat", data))

    def _meta(self, extents, in_box, version, padding_items):
        entries = [full("infe", struct.pack(">HH", n, 0), kind, b"\0", version=2)
                   for n, (kind, _, _) in enumerate(self.items, 1)]
        entries += [full("infe", struct.pack(">HH", 40_000, 0), b"mime", b"\0", version=2)] * padding_items
        count = min(len(entries), 65535)
        names = [full("iinf", struct.pack(">H", count), *entries)]
        if self.references:
            names.append(full("iref", *[box(kind, struct.pack(f">HH{len(to)}H", start, len(to), *to))
                                        for kind, start, to in self.references]))
        unique = list(dict.fromkeys(p for _, _, own in self.items for p in own))
        uses = [struct.pack(">HB", n, len(own)) + b"".join(struct.pack(">H", 0x8000 | unique.index(p) + 1) for p in own)
                for n, (_, _, own) in enumerate(self.items, 1)]
        names.append(box("iprp", box("ipco", *unique), full("ipma", struct.pack(">I", len(uses)), *uses, flags=1)))
        number = ">I" if version == 2 else ">H"
        rows = [struct.pack(number, n) + struct.pack(">HHH", int(in_box), 0, len(cuts))
                + b"".join(struct.pack(">II", *cut) for cut in cuts) for n, cuts in enumerate(extents, 1)]
        names.append(full("iloc", b"\x44\x00", struct.pack(number, len(rows)), *rows, version=version))
        if in_box:
            names.append(box("idat", *[data for _, data, _ in self.items]))
        handler = full("hdlr", bytes(4), b"pict", bytes(13))
        return full("meta", handler, full("pitm", struct.pack(">H", self.primary)), *names)
