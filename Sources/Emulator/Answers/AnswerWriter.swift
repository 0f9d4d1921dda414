import Documents

/// Fills a schema with labels of one picture. Deterministic: no state outside, no clock.
struct AnswerWriter {
    private let facts: PictureFacts
    private let draw: Draw
    /// Values already given from each set, so that a second property of the same set takes the next best.
    private var taken: [[String]: Set<String>] = [:]

    init(facts: PictureFacts, draw: Draw) {
        self.facts = facts
        self.draw = draw
    }

    /// An answer of that shape.
    mutating func value(_ schema: AnswerSchema, name: String = "") -> JSON {
        switch schema {
        case .null: return .null
        case .flag: return .bool(draw.share("flag/\(name)") < 0.5)
        case .integer(let range): return .integer(Int64(draw.whole("integer/\(name)", in: range)))
        case .number(let range):
            let share = (draw.share("number/\(name)") * 1_000).rounded() / 1_000
            return .double(range.lowerBound + share * (range.upperBound - range.lowerBound))
        case .nullable(let inner):
            return draw.share("null/\(name)") < 0.3 ? .null : value(inner, name: name)
        case .text(let values, let pattern, let length):
            return .string(text(values, pattern, length, name))
        case .list(let items, let count): return list(items, count, name)
        case .object(let properties):
            var members: [JSON.Member] = []
            for property in properties {
                if !property.isRequired && !isNullable(property.schema) && draw.share("absent/\(property.name)") < 0.25
                {
                    continue
                }
                members.append(.init(property.name, value(property.schema, name: property.name)))
            }
            return .object(members)
        }
    }

    private func isNullable(_ schema: AnswerSchema) -> Bool {
        if case .nullable = schema { true } else { false }
    }

    private mutating func text(
        _ values: [String],
        _ pattern: String?,
        _ length: ClosedRange<Int>,
        _ name: String
    ) -> String {
        if !values.isEmpty {
            let free = values.filter { taken[values]?.contains($0) != true }
            let best = ranked(free.isEmpty ? values : free, name).first ?? values[0]
            taken[values, default: []].insert(best)
            return best
        }
        if isColour(pattern, name) { return facts.colors[0] }
        if isWord(pattern) || isTag(name) { return fitted(Tags.words(facts, draw, count: 1)[0], length) }
        return fitted(sentence, length)
    }

    private mutating func list(_ items: AnswerSchema, _ count: ClosedRange<Int>, _ name: String) -> JSON {
        guard case .text(let values, let pattern, let length) = items else {
            let wanted = draw.whole("count/\(name)", in: count.lowerBound...min(count.upperBound, count.lowerBound + 4))
            return .array((0..<wanted).map { value(items, name: "\(name)-\($0)") })
        }
        if !values.isEmpty {
            let ranked = self.ranked(values, name)
            let fitting = ranked.filter { (Affinity.score($0, facts) ?? draw.share("fits/\(name)/\($0)")) >= 0.5 }
            let wanted = min(max(fitting.count, count.lowerBound, count.upperBound == 0 ? 0 : 1), count.upperBound)
            // In the order of the schema, as people write such lists; more than there are values cannot be given.
            let chosen = Set((fitting + ranked.filter { !fitting.contains($0) }).prefix(wanted))
            return .array(values.filter { chosen.contains($0) }.map { .string($0) })
        }
        if isColour(pattern, name) {
            var colours = facts.colors
            while colours.count < count.lowerBound { colours.append(shade(colours.count)) }
            return .array(colours.prefix(count.upperBound).map { .string($0) })
        }
        let wanted = draw.whole("count/\(name)", in: count.lowerBound...min(count.upperBound, count.lowerBound + 3))
        return .array(Tags.words(facts, draw, count: wanted).map { .string(fitted($0, length)) })
    }

    /// Best first. A little noise of the picture's own keeps a set of unknown words from always giving the first.
    private func ranked(_ values: [String], _ name: String) -> [String] {
        let scores = values.map { value in
            (value, (Affinity.score(value, facts) ?? 0.3) + 0.15 * draw.share("\(name)/\(value)"))
        }
        return scores.sorted { $0.1 > $1.1 }.map(\.0)
    }

    private func isColour(_ pattern: String?, _ name: String) -> Bool {
        let name = name.lowercased()
        return pattern?.contains("#") == true || pattern == nil && (name.contains("color") || name.contains("colour"))
    }

    private func isWord(_ pattern: String?) -> Bool { pattern?.contains("a-z") == true }

    private func isTag(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["tag", "label", "keyword", "category", "name"].contains { name.contains($0) }
    }

    /// A gray of the picture's own, for schemas that want more colours than it has.
    private func shade(_ index: Int) -> String {
        let level = UInt8(draw.whole("shade-\(index)", in: 0...255))
        return PictureFacts.hex(level, level, level)
    }

    private func fitted(_ text: String, _ length: ClosedRange<Int>) -> String {
        var text = String(text.prefix(length.upperBound))
        while text.count < length.lowerBound { text += text.isEmpty ? "a" : String(text.suffix(1)) }
        return text
    }

    /// For free text.
    var sentence: String {
        let light = facts.brightness < 0.3 ? "dark" : facts.brightness > 0.7 ? "bright" : "softly lit"
        let kind =
            switch facts.coarse {
            case .photoLike: "photograph"
            case .illustrationLike: "illustration"
            case .abstract: "abstract picture"
            case .unknown: "picture"
            }
        let colour = Tags.colour(facts).split(separator: "_").joined(separator: " ")
        return "A \(light) \(kind), mostly \(colour)."
    }
}
