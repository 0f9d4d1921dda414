import Documents
import Economics
import Ledger
import Platform
import SQLiteLedger
import Workbench

extension Command {
    static let ledgerVerify = Command(
        words: ["ledger", "verify"],
        group: .money,
        summary: "recompute every total from the rows; exits 3 when one differs",
        options: [.data, .json],
        examples: [("torii ledger verify --data data", "works beside a running server")]
    ) { invocation throws(Stop) in
        let store = try await DataFolder.reading(try invocation.required("data"))
        let verification = try await stopping { () throws(LedgerError) in try await store.verification() }
        await store.close()
        if invocation.has("json") {
            let report: JSON = [
                "ties": .bool(verification.differences.isEmpty),
                "decisions": .integer(Int64(verification.decisions)),
                "attempts": .integer(Int64(verification.attempts)),
                "settledNanoUSD": .integer(verification.settled.nanoUSD),
                "emulatedNanoUSD": .integer(verification.emulated.nanoUSD),
                "heldNanoUSD": .integer(verification.held.nanoUSD),
                "lost": lost(verification),
                "differences": .array(verification.differences.map { .string($0) }),
            ]
            invocation.console.out(report.text())
        } else {
            invocation.console.out(
                """
                \(verification.decisions) decisions, \(verification.attempts) attempts
                settled \(verification.settled.formatted(.exact)) USD, held \(verification.held.formatted(.exact)) USD
                """
            )
            if verification.emulated > .zero {
                invocation.console.out("EMULATED: \(verification.emulated.formatted(.exact)) USD of the settled")
            }
            if let lost = verification.lost {
                invocation.console.out("LOST     \(lost.text); found at \(lost.at?.iso8601 ?? "no start yet")")
            }
            for difference in verification.differences { invocation.console.out("DIFFERS  \(difference)") }
            if verification.differences.isEmpty { invocation.console.out("all ties, difference 0.000000000 USD") }
        }
        return verification.differences.isEmpty ? .done : .limitBroken
    }

    private static func lost(_ verification: Verification) -> JSON {
        guard let lost = verification.lost else { return .null }
        return [
            "commits": .integer(Int64(lost.commits)), "rows": .integer(Int64(lost.rows)),
            "foundAt": lost.at.map { .string($0.iso8601) } ?? .null,
        ]
    }

    static let benchLedger = Command(
        words: ["bench", "ledger"],
        group: .care,
        summary: "measure the ledger on this disk: rows a second with fsync",
        options: [.data],
        examples: [("torii bench ledger --data /tmp/bench", "a new folder, never a live one")]
    ) { invocation throws(Stop) in
        let folder = try DataFolder.forBench(invocation.required("data"))
        for line in try await stopping({ () throws(LedgerError) in try await LedgerBenchmark.run(folder: folder) }) {
            invocation.console.out("\(line.name.padded(to: 44))\(line.value.fixed(1))")
        }
        return .done
    }
}
