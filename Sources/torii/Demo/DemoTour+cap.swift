import Documents
import Economics
import Platform
import Workbench

extension DemoTour {
    /// Lowers android's cap of the day to little more than it has spent, and uploads until the cap refuses.
    func showCap(_ pictures: [DemoPicture], port: Int) async throws(Stop) {
        await heading("2  A cap: no call is made that could pass it")
        let profile = "android"
        let spent = try await day(of: profile, port: port).settled
        let cap = Money(nanoUSD: spent + Self.room).formatted(.exact)
        try await change(profile, reason: "a small cap, to see it hold", port: port) { text in
            text.replacing(#/daily: "[0-9.]+ USD"/#, with: "daily: \"\(cap) USD\"")
        }
        var refused = 0
        var sent = 0
        for picture in pictures where picture.profile == profile && refused < 3 {
            guard let again = picture.savedAgain else { continue }  // A picture the gate refuses to read.
            let answer = await upload(again, port: port)
            console.out(Demo.line(answer, width: console.demoWidth))
            if answer.reasons.contains("budget_exhausted") { refused += 1 }
            if answer.outcome == "sent" { sent += 1 }
            await pause(.milliseconds(300))
        }
        let now = try await day(of: profile, port: port)
        guard refused > 0, let limit = now.limit, now.settled + now.held <= limit else {
            throw .failed("the demo's cap did not hold: \(now)")
        }
        console.tell(
            "  \(sent) sent, then \(refused) kept local: \(Money(nanoUSD: now.settled).formatted(.exact)) of "
                + "\(Money(nanoUSD: limit).formatted(.exact)) USD used, never passed; users still got an answer"
        )
        await pause(.seconds(3))
    }

    /// Room for some calls: the first ones fit beside the most they can cost, a later one does not.
    private static let room: Int64 = 3_000_000

    private func day(of profile: String, port: Int) async throws(Stop) -> (settled: Int64, held: Int64, limit: Int64?) {
        let root = try await get("/dashboard?format=json", port: port)
        let own = root["profiles"]?.array?.first { $0["profile"]?.string == profile }
        guard let cap = own?["caps"]?["day"], let settled = cap["settledNanoUSD"]?.integer,
            let held = cap["heldNanoUSD"]?.integer
        else { throw .failed("the dashboard shows no cap of `\(profile)`") }
        return (settled, held, cap["limitNanoUSD"]?.integer)
    }

    private func upload(_ picture: DemoPicture, port: Int) async -> Demo.Answer {
        await Demo.answer(picture, http, port, keys)
    }
}
