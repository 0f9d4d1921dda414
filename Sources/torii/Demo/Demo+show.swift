import Documents
import Economics
import Platform
import Server
import Workbench

extension Demo {
    /// At most `width` characters.
    static func line(_ answer: Answer, width: Int) -> String {
        let money = Money(nanoUSD: answer.nanoUSD).formatted(.exact)
        let reasons = answer.reasons.joined(separator: ", ")
        let isWide = width >= 100
        let line =
            answer.picture.profile.cell(isWide ? 9 : 8) + answer.outcome.cell(isWide ? 10 : 9)
            + reasons.cell(isWide ? 34 : 22) + answer.label.cell(isWide ? 18 : 13)
            + (answer.nanoUSD > 0 ? money : "").padded(to: isWide ? 13 : 12)
        let name = answer.picture.name
        return line + (line.count + name.count <= width ? name : name.cell(max(0, width - line.count + 1)).trimmed)
    }

    /// What every demo must show and this one did not.
    static func missing(_ answers: [Answer]) -> [String] {
        var missing: [String] = []
        for reason in ["too_blurry", "low_saliency", "own_watermark"]
        where !answers.contains(where: { $0.outcome == "rejected" && $0.reasons.first == reason }) {
            missing.append(reason)
        }
        if !answers.contains(where: { $0.outcome == "cached" }) { missing.append("a cache hit") }
        if !answers.contains(where: { $0.reasons.contains("audit") }) { missing.append("an audit") }
        if !answers.contains(where: { $0.reasons.contains("upstream_blocked") }) { missing.append("a safety block") }
        for profile in ["ios", "android"]
        where !answers.contains(where: { $0.picture.profile == profile && $0.status == 200 }) {
            missing.append("family \(profile)")
        }
        return missing
    }

    func dashboard(of server: RunningServer) async throws(Stop) -> String {
        do {
            return try await server.service.dashboardSnapshot(profile: nil).text(
                width: tour == .none ? console.style.width : console.demoWidth,
                exact: true
            )
        } catch {
            throw .failed("\(error)")
        }
    }

    /// Today's, by profile.
    func report(of server: RunningServer) async throws(Stop) -> String {
        do {
            let zone = server.service.policies.snapshots.first?.zone ?? .utc
            let today = CivilDate(at: WallClock.system.now(), in: zone)
            let report = try await server.service.economics(
                EconomicsReport.Query(from: today, end: today.next, dimensions: [.profile])
            )
            return try report.text(width: tour == .none ? console.style.width : console.demoWidth, exact: true)
        } catch {
            throw .failed("\(error)")
        }
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}

extension Demo.Answer {
    init(picture: DemoPicture, response: HTTPClient.Response) {
        let root = DocumentReader.read(response.body, file: "answer", dialect: .json).root
        let label =
            root?["classification"]?["primaryCategory"]?.string
            ?? root?["localLabel"]?["category"]?.string.map { "(\($0))" }
        self.init(
            picture: picture,
            status: response.status,
            outcome: root?["outcome"]?.string ?? "problem",
            reasons: root?["reasons"]?.array?.compactMap(\.string) ?? [root?["code"]?.string ?? "\(response.status)"],
            label: label ?? "",
            nanoUSD: root?["cost"]?["nanoUSD"]?.integer ?? 0
        )
    }
}
