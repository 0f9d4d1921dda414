import Foundation
import Gate
import Testing

/// The folder of good, broken and hostile pictures that `Tests/Tools/zoo/make_zoo.py` writes.
struct Zoo {
    struct Animal: Sendable, CustomTestStringConvertible {
        let file: String
        let expect: String
        let format: String
        let width: Int
        let height: Int
        let orientation: Int
        let isGolden: Bool
        /// Mean absolute difference from the golden pixels.
        let tolerance: Double

        var testDescription: String { file }
    }

    static let howToMake = """
        the zoo is not in \(folder.path): make it with `python3 Tests/Tools/zoo/make_zoo.py .build/fixtures/zoo` \
        (pip install -r Tests/Tools/zoo/requirements.txt), or name its folder in TORII_ZOO
        """

    static let folder: URL = {
        if let named = ProcessInfo.processInfo.environment["TORII_ZOO"] { return URL(filePath: named) }
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return root.deletingLastPathComponent().appending(path: ".build/fixtures/zoo")
    }()

    /// Empty when the folder is not there, which a test of its own turns into a failure.
    static let animals: [Animal] = {
        guard let table = try? String(contentsOf: folder.appending(path: "expect.tsv"), encoding: .utf8) else {
            return []
        }
        return table.split(separator: "\n").dropFirst().map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return Animal(
                file: cells[0],
                expect: cells[1],
                format: cells[2],
                width: Int(cells[3]) ?? 0,
                height: Int(cells[4]) ?? 0,
                orientation: Int(cells[5]) ?? 1,
                isGolden: cells[6] == "yes",
                tolerance: Double(cells[7]) ?? 0
            )
        }
    }()

    static func bytes(_ name: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: folder.appending(path: name)))
    }

    static func golden(_ animal: Animal) throws -> RGBImage {
        try RGBImage(width: animal.width, height: animal.height, pixels: bytes("golden/\(animal.file).rgb"))
    }
}
