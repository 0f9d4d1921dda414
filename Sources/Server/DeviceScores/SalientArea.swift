import Documents

/// The salient share of a picture from what a device's scorer gives: a heat map, or boxes around objects.
enum SalientArea {
    /// More boxes come from no scorer.
    private static let mostBoxes = 256

    /// `{"heatMap": {...}}` or `{"salientObjects": [...]}` as a share, 0...1. Where both are there the map, which is finer,
    /// counts. Throws `conflicting_fields`.
    static func read(
        _ node: DocumentNode?,
        cellThreshold: Double,
        notes: inout DeviceNotes
    ) throws(Problem) -> DeviceNumber {
        guard let node, !node.isNull else { return .missing }
        guard node.object != nil else { return .unusable }
        let object = try AliasedObject(node, known: ["heatMap", "salientObjects"])
        let map = try heatMap(object["heatMap"], cellThreshold: cellThreshold, notes: &notes)
        guard map == .missing else { return map }
        return try boxes(object["salientObjects"], notes: &notes)
    }

    /// `{width, height, cells}`: the share of cells at or above the threshold. The map's size is no contract; it must only
    /// have as many cells as it says.
    private static func heatMap(
        _ node: DocumentNode?,
        cellThreshold: Double,
        notes: inout DeviceNotes
    ) throws(Problem) -> DeviceNumber {
        guard let node, !node.isNull else { return .missing }
        let map = try AliasedObject(node, known: ["width", "height", "cells"])
        guard let width = map["width"]?.wholeNumber, let height = map["height"]?.wholeNumber,
            let cells = map["cells"]?.array,
            (1...Int64(DeviceReport.maxBytes)).contains(width), (1...Int64(DeviceReport.maxBytes)).contains(height),
            Int64(cells.count) == width * height
        else { return .unusable }
        var salient = 0
        for cell in cells {
            guard case .value(let value) = DeviceNumber.read(cell, notes: &notes), (-0.001...1.001).contains(value)
            else { return .unusable }
            if value >= cellThreshold { salient += 1 }
        }
        return .value(Double(salient) / Double(cells.count))
    }

    /// `[{x, y, width, height}]`: the area of their union inside the picture. A box of negative size is dropped, one that
    /// cannot be read too; when no box can be read nothing is known.
    private static func boxes(_ node: DocumentNode?, notes: inout DeviceNotes) throws(Problem) -> DeviceNumber {
        guard let node, !node.isNull else { return .missing }
        guard let items = node.array, items.count <= mostBoxes else { return .unusable }
        var boxes: [SalientBox] = []
        for item in items {
            guard let box = try SalientBox(item, notes: &notes) else {
                notes.warn("unusable_box")
                continue
            }
            boxes.append(box)
        }
        if boxes.isEmpty, !items.isEmpty { return .unusable }
        return .value(SalientBox.area(ofUnion: boxes))
    }
}
