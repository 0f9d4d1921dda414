/// The item tables of a HEIF file, read before any library sees it. Whatever they say costs one pass over them; lists longer
/// than a picture needs are refused. Source: ISO/IEC 14496-12, section 8.11; ISO/IEC 23008-12.
struct HEIFItems {
    /// Where an item's bytes stand: ranges of the file, to be read one after the other.
    struct Location {
        var ranges: [Range<Int>] = []
        /// In the `idat` box instead of the file.
        var isInBox = false
        /// Made from other items or held by another file: not read.
        var isElsewhere = false
    }

    /// A reference from one item to others.
    struct Reference {
        let type: Int
        let from: Int
        let to: [Int]
    }

    private(set) var primary: Int?
    /// Item types by identifier.
    private(set) var types: [Int: Int] = [:]
    private(set) var locations: [Int: Location] = [:]
    private(set) var references: [Reference] = []
    /// Property boxes, in the order that associations count them in, from 1.
    private(set) var properties: [ISOBox] = []
    /// Indices of an item's properties, in the order they are to be applied.
    private(set) var associations: [Int: [Int]] = [:]
    private var itemData: Range<Int>?

    /// Entries of every list together: an iPhone's 48 megapixels need about 1,500.
    static let mostEntries = 8192
    private var entries = 0

    init(_ bytes: borrowing Span<UInt8>) throws(ImagingError) {
        var offset = 0
        var boxes = 0
        var meta: ISOBox?
        while meta == nil, boxes < 64, let box = ISOBox(bytes, at: offset, limit: bytes.count) {
            if box.isType("meta") { meta = box }
            boxes += 1
            offset = box.end
        }
        guard let meta else { throw .brokenHEIF("it has no complete table of items") }
        offset = meta.content + 4
        boxes = 0
        while boxes < 64, let box = ISOBox(bytes, at: offset, limit: meta.end) {
            try read(box, in: bytes)
            boxes += 1
            offset = box.end
        }
    }

    private mutating func read(_ box: ISOBox, in bytes: borrowing Span<UInt8>) throws(ImagingError) {
        let version = bytes.byte(at: box.content) ?? 0
        if box.isType("pitm") {
            primary = version == 0 ? bytes.uint16(at: box.content + 4) : bytes.uint32(at: box.content + 4)
        } else if box.isType("iinf") {
            try readTypes(box, version: version, in: bytes)
        } else if box.isType("iloc") {
            try readLocations(box, version: version, in: bytes)
        } else if box.isType("iref") {
            try readReferences(box, version: version, in: bytes)
        } else if box.isType("iprp") {
            try readProperties(box, in: bytes)
        } else if box.isType("idat") {
            itemData = box.content..<box.end
        }
    }

    private mutating func count(_ more: Int) throws(ImagingError) {
        entries += more
        guard entries <= Self.mostEntries else {
            throw .largeHEIF("more than \(Self.mostEntries) entries in its tables")
        }
    }

    private mutating func readTypes(_ box: ISOBox, version: Int, in bytes: borrowing Span<UInt8>) throws(ImagingError) {
        var offset = box.content + (version == 0 ? 6 : 8)
        while let entry = ISOBox(bytes, at: offset, limit: box.end) {
            try count(1)
            offset = entry.end
            guard entry.isType("infe"), let version = bytes.byte(at: entry.content), version >= 2 else { continue }
            let wide = version > 2
            let id = wide ? bytes.uint32(at: entry.content + 4) : bytes.uint16(at: entry.content + 4)
            guard let id, let type = bytes.uint32(at: entry.content + (wide ? 10 : 8)) else { continue }
            types[id] = type
        }
    }

    private mutating func readReferences(
        _ box: ISOBox,
        version: Int,
        in bytes: borrowing Span<UInt8>
    ) throws(ImagingError) {
        let wide = version > 0
        var offset = box.content + 4
        while let list = ISOBox(bytes, at: offset, limit: box.end) {
            offset = list.end
            let width = wide ? 4 : 2
            guard let from = wide ? bytes.uint32(at: list.content) : bytes.uint16(at: list.content),
                let length = bytes.uint16(at: list.content + width),
                list.content + width + 2 + length * width <= list.end
            else { throw .brokenHEIF("a list of references is longer than its box") }
            try count(1 + length)
            let first = list.content + width + 2
            var to: [Int] = []
            for index in 0..<length {
                let at = first + index * width
                if let id = wide ? bytes.uint32(at: at) : bytes.uint16(at: at) { to.append(id) }
            }
            references.append(Reference(type: list.type, from: from, to: to))
        }
    }

    private mutating func readProperties(_ box: ISOBox, in bytes: borrowing Span<UInt8>) throws(ImagingError) {
        var offset = box.content
        while let part = ISOBox(bytes, at: offset, limit: box.end) {
            offset = part.end
            if part.isType("ipco") {
                var inner = part.content
                while let property = ISOBox(bytes, at: inner, limit: part.end) {
                    try count(1)
                    properties.append(property)
                    inner = property.end
                }
            } else if part.isType("ipma") {
                try readAssociations(part, in: bytes)
            }
        }
    }

    private mutating func readAssociations(_ box: ISOBox, in bytes: borrowing Span<UInt8>) throws(ImagingError) {
        guard let flags = bytes.uint32(at: box.content), let length = bytes.uint32(at: box.content + 4) else { return }
        let wideIDs = flags >> 24 > 0
        let wideIndices = flags & 1 != 0
        var offset = box.content + 8
        for _ in 0..<length {
            guard let id = wideIDs ? bytes.uint32(at: offset) : bytes.uint16(at: offset),
                let count = bytes.byte(at: offset + (wideIDs ? 4 : 2)), offset < box.end
            else { return }
            try self.count(1 + count)
            offset += wideIDs ? 5 : 3
            for _ in 0..<count {
                // The highest bit says that a reader must know the property.
                let index =
                    wideIndices
                    ? bytes.uint16(at: offset).map { $0 & 0x7FFF } : bytes.byte(at: offset).map { $0 & 0x7F }
                offset += wideIndices ? 2 : 1
                if let index, index > 0 { associations[id, default: []].append(index) }
            }
        }
    }

    /// The item's bytes, put together. At most as many as the file has, however often ranges name the same ones.
    func content(of item: Int, in bytes: borrowing Span<UInt8>) throws(ImagingError) -> [Range<Int>] {
        guard let location = locations[item], !location.isElsewhere, !location.ranges.isEmpty else {
            throw .brokenHEIF("an item has no bytes in it")
        }
        let area = location.isInBox ? itemData ?? 0..<0 : 0..<bytes.count
        var found: [Range<Int>] = []
        var total = 0
        for range in location.ranges {
            let start = area.lowerBound + range.lowerBound
            // A length of zero is all that is left.
            let end = range.isEmpty ? area.upperBound : area.lowerBound + range.upperBound
            guard start < end, end <= area.upperBound else { throw .brokenHEIF("an item reaches past its end") }
            total += end - start
            found.append(start..<end)
        }
        guard total <= bytes.count else { throw .largeHEIF("an item that is longer than the file") }
        return found
    }

    /// The box of the first of the item's properties that is of this type.
    func property(_ type: StaticString, of item: Int) -> ISOBox? {
        boxes(of: item).first { $0.isType(type) }
    }

    /// All property boxes of an item, in the order they are to be applied.
    func boxes(of item: Int) -> [ISOBox] {
        (associations[item] ?? []).compactMap { $0 <= properties.count ? properties[$0 - 1] : nil }
    }

    /// What an item is made of.
    func parts(of item: Int) -> [Int] {
        references.first { $0.from == item && $0.type == ISOBox.code("dimg") }?.to ?? []
    }
}

extension HEIFItems {
    private mutating func readLocations(
        _ box: ISOBox,
        version: Int,
        in bytes: borrowing Span<UInt8>
    ) throws(ImagingError) {
        guard let sizes = bytes.uint16(at: box.content + 4), version <= 2 else {
            throw .brokenHEIF("its table of places cannot be read")
        }
        let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
        let indexSize = version > 0 ? sizes & 15 : 0
        let idSize = version < 2 ? 2 : 4
        var cursor = HEIFCursor(offset: box.content + 6, end: box.end)
        for _ in 0..<(try cursor.number(idSize, in: bytes)) {
            try count(1)
            let id = try cursor.number(idSize, in: bytes)
            let method = version > 0 ? try cursor.number(2, in: bytes) & 15 : 0
            let reference = try cursor.number(2, in: bytes)
            let base = try cursor.number(baseSize, in: bytes)
            var location = Location(isInBox: method == 1, isElsewhere: method > 1 || reference != 0)
            for _ in 0..<(try cursor.number(2, in: bytes)) {
                try count(1)
                _ = try cursor.number(indexSize, in: bytes)
                let start = try base + cursor.number(offsetSize, in: bytes)
                location.ranges.append(start..<start + (try cursor.number(lengthSize, in: bytes)))
            }
            locations[id] = location
        }
    }
}
