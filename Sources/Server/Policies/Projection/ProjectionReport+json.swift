package import Documents
import Economics
import Policy

extension ProjectionReport {
    /// `torii.projection/1`: a point for each hundredth.
    package var json: JSON {
        let curves = curves.map { measure, points -> JSON in
            [
                "setting": .string("gate.\(measure.rawValue).min"),
                "now": .double(projection.threshold(of: measure)),
                "largestSafe": projection.largestSafe(points).map { .double($0.threshold) } ?? .null,
                "points": .array(
                    points.map { point in
                        [
                            "threshold": .double(point.threshold),
                            "rejected": .integer(Int64(point.rejected)),
                            "savedNanoUSD": .integer(point.cost.nanoUSD),
                            "lost": .integer(Int64(point.lost)),
                            "categories": .object(
                                point.categories.map { JSON.Member($0.category, .integer(Int64($0.count))) }
                            ),
                        ]
                    }
                ),
            ]
        }
        return [
            "schema": "torii.projection/1",
            "profile": .string(projection.profile.name),
            "emulated": .bool(isEmulated),
            "phase": .string(projection.profile.phase.rawValue),
            "uploads": .integer(Int64(projection.uploads)),
            "answered": .integer(Int64(projection.answered)),
            "otherScoreSpace": .integer(Int64(projection.others)),
            "costNanoUSD": .integer(projection.cost.nanoUSD),
            "from": days.map { .string($0.lowerBound.description) } ?? .null,
            "to": days.map { .string($0.upperBound.description) } ?? .null,
            "curves": .array(curves),
        ]
    }
}
