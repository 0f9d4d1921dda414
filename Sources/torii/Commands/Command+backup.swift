import Documents
import Ledger
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
        let facts: LedgerBackup.Facts
        do throws(LedgerError) {
            facts = try await LedgerBackup.restore(file, to: data)
        } catch {
            throw Stop(code: error.code == .locked ? .moved : .failed, message: error.message)
        }
        report(facts, done: "restored to", data, invocation)
        return .done
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
