import Documents
import Ledger
import Platform
import SQLiteLedger

extension Command {
    static let backup = Command(
        words: ["backup"],
        group: .care,
        summary: "copy the ledger to a file, beside a running server too",
        options: [.data, Option(name: "to", value: "FILE", summary: "a file that is not there yet"), .json],
        examples: [("torii backup --data data --to torii-2026-11-30.sqlite", "one moment of the ledger, checked")]
    ) { invocation throws(Stop) in
        let data = try invocation.required("data")
        let file = try invocation.required("to")
        let facts = try await stopping { () throws(LedgerError) in try await LedgerBackup.make(of: data, at: file) }
        report(facts, done: "copied to", file, invocation)
        return .done
    }

    static let restore = Command(
        words: ["restore"],
        group: .care,
        summary: "make a data folder's ledger from a copy; writes over nothing",
        options: [.data, Option(name: "from", value: "FILE", summary: "what `torii backup` made"), .json],
        examples: [("torii restore --from torii-2026-11-30.sqlite --data data", "then start the server on it")]
    ) { invocation throws(Stop) in
        let data = try invocation.required("data")
        let file = try invocation.required("from")
        try checkCopy(file)
        let facts: LedgerBackup.Facts
        do throws(LedgerError) {
            facts = try await LedgerBackup.restore(file, to: data)
        } catch {
            throw Stop(code: error.code == .locked ? .moved : .failed, message: error.message)
        }
        report(facts, done: "restored to", data, invocation)
        return .done
    }

    /// What else there may be at a path is told from a copy before a database is looked for in it.
    private static func checkCopy(_ file: String) throws(Stop) {
        guard FolderContent.exists(file) else { throw .failed("there is no file `\(file)`: nothing was restored") }
        let start = Array("SQLite format 3\0".utf8)
        // What cannot be read is none either, for whoever asks.
        let head = FolderContent.isRegular(file) ? try? FilePieces(file).next(start.count) : nil
        guard head == start else {
            throw .failed("`\(file)` is no copy of a ledger: --from takes a file that `torii backup` made")
        }
    }

    private static func report(_ facts: LedgerBackup.Facts, done: String, _ place: String, _ invocation: Invocation) {
        guard invocation.has("json") else {
            invocation.console.out(
                "\(done) \(place): \(facts.decisions) decisions, \(facts.attempts) attempts, revision \(facts.revision), "
                    + "\(facts.bytes) bytes"
            )
            return
        }
        let report: JSON = [
            "place": .string(place),
            "decisions": .integer(Int64(facts.decisions)),
            "attempts": .integer(Int64(facts.attempts)),
            "revision": .integer(Int64(facts.revision)),
            "bytes": .integer(Int64(facts.bytes)),
        ]
        invocation.console.out(report.text())
    }
}
