import Documents
import Economics
import Foundation

@testable import Policy

/// A small folder of valid documents that tests spoil one line at a time.
struct PolicyFolder {
    static let zones: Set<String> = ["UTC", "Asia/Tokyo", "Europe/Berlin"]
    /// 2026-11-30T00:00:00Z
    static let now = Timestamp.seconds(1_795_996_800)

    var texts: [String: String]

    static let valid = PolicyFolder(texts: [
        "android.json5": """
        {
          name: "android", scoreSpace: "torii/1", phase: "enforce",
          gate: {
            sharpness: { min: 0.18, floor: 0.05, ceiling: 0.40 },
            saliencyArea: { min: 0.06, floor: 0.01, ceiling: 0.15 },
            abstractBypass: true, ownWatermark: true, background: "#ffffff",
            deadline: "800ms", onDeadline: "send",
          },
          target: { sendRate: 0.41, mode: "off" },
          falseRejects: { max: 0.00018, goal: 0.0001, confidence: 0.95, auditShare: 0.05 },
          revenue: { ecpm: "2.52 USD", impressionsPerUpload: 1.6 },
          budget: { monthly: "60.00 USD", daily: "2.40 USD", maxShareOfRevenue: 0.20, timeZone: "Asia/Tokyo", onCap: "localLabel" },
          cloud: { model: "lite-2", mediaResolution: "low", maxOutputTokens: 512, deadline: "8s", tier: "standard",
                   image: { maxSide: 512, quality: 0.78 }, contract: "wall", language: "en", safety: { hateSpeech: "blockOnlyHigh" } },
          governor: { pauseAtThermal: "serious", pause: "5s", minBattery: 0.20, resumeBattery: 0.25,
                      backgroundNeeds: ["charging", "wifi"], nightWindow: "22:00-06:00" },
          cache: { near: false }, keepThumbnails: false,
        }
        """,
        "prices.json5": """
        {
          models: {
            "lite-1": [
              { from: "2026-01-01", until: "2026-12-01", source: "test",
                standard: { input: "0.30 USD", cached: "0.03 USD", output: "2.50 USD" } },
            ],
            "lite-2": [
              { from: "2026-01-01", until: "2029-01-01", source: "test",
                standard: { input: "0.75 USD", output: "3.75 USD" } },
              { from: "2029-01-01", source: "test",
                standard: { input: "1.50 USD", output: "7.50 USD" } },
            ],
          },
        }
        """,
        "models.json5": """
        {
          families: {
            "lite-1": { thinking: "budgetZero", sampling: true, imageTokens: "tiles", mediaResolutions: ["low", "high"],
                        retires: "2026-12-01", fallback: "lite-2" },
            "lite-2": { thinking: "levelMinimal", sampling: false, imageTokens: "grid", mediaResolutions: ["low", "default"] },
          },
        }
        """,
        "contracts/wall.json5": """
        {
          name: "wall", version: 1,
          fields: [
            { name: "subject", kind: "choice", values: ["nature", "abstract"] },
            { name: "second", kind: "choice", valuesOf: "subject", nullable: true },
            { name: "tags", kind: "words", pattern: "snakeCase", count: [3, 6] },
            { name: "screens", kind: "choices", values: ["lock", "home"], count: [0, 2] },
          ],
          prompts: { en: { system: "Label pictures.", user: "Label this one." } },
        }
        """,
    ])

    /// The folder of this repository's own policies.
    static func shipped() throws -> [PolicyDocument] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../policies")
            .standardized
        let paths = ["ios.json5", "android.json5", "prices.json5", "models.json5", "contracts/wallpaper.json5"]
        return try paths.map { PolicyDocument(path: $0, bytes: Array(try Data(contentsOf: root.appending(path: $0)))) }
    }

    /// The folder with `old` in `file` replaced by `new`; nil when `old` does not stand there exactly once.
    func replacing(_ old: String, by new: String, in file: String) -> PolicyFolder? {
        guard let text = texts[file], text.components(separatedBy: old).count == 2 else { return nil }
        var copy = self
        copy.texts[file] = text.replacingOccurrences(of: old, with: new)
        return copy
    }

    var documents: [PolicyDocument] {
        texts.sorted { $0.key < $1.key }.map { PolicyDocument(path: $0.key, bytes: Array($0.value.utf8)) }
    }

    func read(now: Timestamp = Self.now) -> PolicyReader.Result {
        PolicyReader.read(documents, knownZones: Self.zones, now: now)
    }
}

extension Diagnostic {
    /// All of it in one line.
    var line: String {
        var text = file
        if let start { text += ":\(start.line):\(start.column)" }
        text += " \(severity.rawValue) [\(code)] \(field.isEmpty ? "-" : field): \(message)"
        if let hint { text += " | \(hint)" }
        for note in notes { text += " = \(note)" }
        return text
    }
}
