import Documents
import Economics
import Platform
import Workbench

extension DemoTour {
    /// Plans a change of one profile's document over what was recorded, shows what it would do, and applies it.
    func change(_ profile: String, reason: String, port: Int, _ edit: (String) -> String) async throws(Stop) {
        let live = try await get("/v1/profiles/\(profile)", port: port)
        guard let text = live["document"]?["text"]?.string, let base = live["revision"]?.integer else {
            throw .failed("/v1/profiles/\(profile): no document")
        }
        let edited = edit(text)
        guard edited != text else { throw .failed("policies: `\(profile)` is not written as the demo expects") }
        let question: JSON = ["document": .string(edited), "base": .integer(base)]
        let plan = try await admin("/v1/profiles/\(profile):plan", question, port: port)
        console.tell("plan, \(profile): r\(base) -> proposed, replayed over what this ledger holds")
        for change in plan["diff"]?["changes"]?.array ?? [] {
            let (before, after) = (change["before"]?.shown ?? "-", change["after"]?.shown ?? "-")
            console.out("  ~ \((change["path"]?.string ?? "").padded(to: 24)) \(before) -> \(after)")
        }
        if let own = plan["profiles"]?.array?.first {
            func side(_ name: String) -> String {
                let rate = own[name]?["sendRate"]?.double.map { "\(($0 * 100).fixed(1)) %" } ?? "-"
                return "\(rate) sent with audits, \(own[name]?["spend"]?["usd"]?.string ?? "-") USD"
            }
            console.out("    today    \(side("today"))\n    proposed \(side("proposed"))")
        }
        let proposal: JSON = ["document": .string(edited), "base": .integer(base), "reason": .string(reason)]
        let applied = try await admin("/v1/profiles/\(profile):apply", proposal, port: port)
        console.tell("  applied as r\(applied["revision"]?.integer ?? 0): \(reason); torii policy rollback undoes it")
        await pause(.seconds(3))
    }
}

extension DocumentNode {
    /// A value as a document writes it.
    fileprivate var shown: String {
        if let string { return "\"\(string)\"" }
        if let bool { return "\(bool)" }
        return number?.text ?? "-"
    }
}
