import Economics
import Platform
import Policy
import Testing

/// This repository's own policies.
enum ShippedPolicies {
    static func set() throws -> PolicySet {
        let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/policies/"
        let paths = ["ios.json5", "android.json5", "prices.json5", "models.json5", "contracts/wallpaper.json5"]
        let documents = try paths.map { PolicyDocument(path: $0, bytes: try FileContent.read(root + $0)) }
        let result = PolicyReader.read(documents, knownZones: ["Asia/Tokyo", "UTC"], now: .seconds(1_796_000_000))
        return try #require(result.set, "\(result.diagnostics)")
    }
}
