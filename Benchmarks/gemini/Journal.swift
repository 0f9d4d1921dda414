internal import Documents
internal import Economics
internal import Platform

/// The emulator's journal: what it charged for each attempt.
enum Journal {
    static func bills(_ path: String) throws -> [String: Money] {
        var bills: [String: Money] = [:]
        for line in String(decoding: try FileContent.read(path), as: UTF8.self).split(separator: "\n") {
            let root = DocumentReader.read(Array(line.utf8), file: "journal", dialect: .json).root
            guard let attempt = root?["attempt"]?.string, let cost = root?["nanoUSD"]?.integer else { continue }
            bills[attempt] = Money(nanoUSD: cost)
        }
        return bills
    }
}
