import Foundation
import Gate
import Imaging

/// Files under Tests/Fixtures. A missing one is an error with its path and what makes it, never a skipped test.
enum Fixtures {
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// Of the tree.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    static let folder = root.appending(path: "Tests/Fixtures")

    static func bytes(_ file: URL, madeBy remedy: String) throws -> [UInt8] {
        do { return [UInt8](try Data(contentsOf: file)) } catch {
            throw Missing(description: "cannot read \(file.path): \(remedy)")
        }
    }

    /// A committed picture, decoded and fitted to 512 as the server does, or to another size.
    static func picture(_ name: String, maxSide: Int = 512) throws -> RGBImage {
        let file = folder.appending(path: "pictures").appending(path: name)
        let bytes = try bytes(file, madeBy: "committed; Tests/Tools/corpus/make_fixtures.py makes it anew")
        return try ImageDecoder.image(from: bytes, maxSide: maxSide)
    }

    /// Rows of a table with a heading, as dictionaries.
    static func table(_ file: URL, madeBy remedy: String) throws -> [[String: String]] {
        let text = String(decoding: try bytes(file, madeBy: remedy), as: UTF8.self)
        let lines = text.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
        guard let names = lines.first, lines.count > 1 else {
            throw Missing(description: "\(file.path) has no rows: \(remedy)")
        }
        return lines.dropFirst().map { line in
            Dictionary(uniqueKeysWithValues: zip(names.map(String.init), line.map(String.init)))
        }
    }
}
