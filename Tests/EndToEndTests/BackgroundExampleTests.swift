import Documents
import Economics
import Foundation
import Ledger
import Policy
import SQLiteLedger
import Testing

/// The committed example of background uploads against the month the wallpaper app published, a tenth of it: `torii policy
/// plan` on the folder as it lies in the tree.
@Suite(.timeLimit(.minutes(10))) struct BackgroundExampleTests {
    private static let example = TestServer.root + "/policies/examples/background"
    /// Of the month: too blurry, without an object, its own pictures, fit to be sent.
    private static let month = [
        (Reason.tooBlurry, 198_400), (.lowSaliency, 71_200), (.ownWatermark, 20_600), (nil, 253_600),
    ]
    /// Of three uploads one comes in the background.
    private static let profiles = [("app", 2), ("app-background", 1)]

    /// Everything was sent, plainly: phase measure, the models' own resolution, the standard price.
    private static func plainly(_ text: String) -> String {
        text.replacing("phase: \"enforce\"", with: "phase: \"measure\"")
            .replacing("mediaResolution: \"low\"", with: "mediaResolution: \"default\"")
            .replacing("tier: \"batch\"", with: "tier: \"standard\"")
    }

    private final class Folder {
        let path = NSTemporaryDirectory() + "torii-background-\(UUID().uuidString)"
        var data: String { path + "/data" }

        /// The example with its text changed, applied as r1.
        init(_ change: (String) -> String) throws {
            let manager = FileManager.default
            try manager.createDirectory(atPath: path + "/policies/contracts", withIntermediateDirectories: true)
            for file in [
                "app.json5", "app-background.json5", "prices.json5", "models.json5", "contracts/wallpaper.json5",
            ] {
                let text = try String(contentsOfFile: "\(BackgroundExampleTests.example)/\(file)", encoding: .utf8)
                try change(text).write(toFile: "\(path)/policies/\(file)", atomically: true, encoding: .utf8)
            }
            let applied = try ToriiProcess.run(
                ["policy", "apply", path + "/policies", "--data", data, "--reason", "before", "--yes"]
            )
            try #require(applied.status == 0)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func plan(_ example: String, _ more: String...) throws -> (status: Int32, output: String) {
            try ToriiProcess.run(["policy", "plan", example, "--data", data, "--days", "28"] + more)
        }
    }

    /// One call as the emulator bills it at the models' own resolution: 300 tokens of text, a picture of 1,089, 120 out.
    private static let usage = TokenUsage(prompt: 1_389, candidates: 120, total: 1_509, image: 1_089)

    private static func kinds() throws -> [BulkLoad.Kind] {
        let price = Price(
            model: "gemini-3.5-flash-lite",
            tier: "standard",
            id: "gemini-3.5-flash-lite/standard/2026-07-21",
            from: .seconds(0),
            until: nil,
            inputPerMillion: 300_000_000,
            cachedPerMillion: 30_000_000,
            outputPerMillion: 2_500_000_000
        )
        let cost = try price.cost(of: usage)
        return profiles.flatMap { profile, share in
            month.map { reason, uploads in
                BulkLoad.Kind(
                    decision(profile, reason),
                    attempt: attempt(profile, cost: cost, priceID: price.id),
                    count: uploads / 10 * share / 3
                )
            }
        }
    }

    /// Sent whatever the gate said of it; a reject shows nothing the cloud has a word for.
    private static func decision(_ profile: String, _ reason: Reason?) -> DecisionRecord {
        DecisionRecord(
            id: "",
            route: .classify,
            profile: profile,
            revision: 1,
            at: .seconds(0),
            hour: .seconds(0),
            verdict: reason == nil ? .send : .reject,
            outcome: .sent,
            source: .cloud,
            reasons: reason.map { [$0, .measurePhase] } ?? [.gatePassed],
            judged: true,
            scoreSpace: "torii/1",
            evidence: Evidence(
                sharpness: reason == .tooBlurry ? 0.05 : 0.4,
                attentionArea: reason == .lowSaliency ? 0.01 : 0.3,
                objectnessArea: reason == .lowSaliency ? 0.01 : 0.3,
                // Flat, or it would not be without an object.
                range: reason == .lowSaliency ? 1.5 : 60,
                texture: 0.1,
                coarse: .photoLike,
                ownWatermark: reason == .ownWatermark
            ),
            thresholds: Thresholds(sharpness: 0.18, saliencyArea: 0.06),
            image: nil,
            cost: .zero,
            model: "gemini-3.5-flash-lite",
            emulated: true,
            latencyMicros: 600_000,
            gateMicros: 9_000,
            idempotency: nil,
            answer: [],
            answerStatus: 200,
            client: "app",
            category: reason == nil ? "nature" : "other"
        )
    }

    private static func attempt(_ profile: String, cost: Money, priceID: String) -> (HoldRequest, Settlement) {
        let hold = HoldRequest(
            decisionID: "",
            attempt: 1,
            profile: profile,
            revision: 1,
            model: "gemini-3.5-flash-lite",
            tier: "standard",
            priceID: priceID,
            amount: cost,
            windows: [],
            at: .seconds(0),
            hour: .seconds(0)
        )
        let settlement = Settlement(
            decisionID: "",
            attempt: 1,
            cost: cost,
            usage: usage,
            modelVersion: "gemini-3.5-flash-lite",
            priceID: priceID,
            responseID: nil,
            result: "ok",
            uncertain: false,
            emulated: true,
            latencyMicros: 500_000,
            at: .seconds(0)
        )
        return (hold, settlement)
    }

    private static func recorded() async throws -> Folder {
        let folder = try Folder(plainly)
        let store = try await SQLiteStore.open(folder: folder.data)
        let hour = Int64(Date().timeIntervalSince1970) / 3_600 * 3_600
        // Whole days of the profiles' zone and those around them.
        try await BulkLoad.write(
            try kinds(),
            from: Timestamp.seconds(hour - 30 * 86_400),
            hours: 30 * 24,
            to: store
        )
        #expect(try await store.verification().differences == [])
        await store.close()
        return folder
    }

    @Test func passesThePublishedSavingForReal() async throws {
        let folder = try await Self.recorded()
        let result = try folder.plan(Self.example, "--json", "--exit-code")
        // Something changes and no limit breaks: nothing the gate holds back was answered usefully.
        #expect(result.status == 2)
        let plan = try #require(DocumentReader.read(Array(result.output.utf8), file: "plan", dialect: .json).root)
        let change = try #require(plan["total"]?["change"]?.double)
        #expect(change < -0.712)
        #expect((change * 1_000).rounded() == -730)
        let rates = (plan["profiles"]?.array ?? []).compactMap { $0["proposed"]?["sendRate"]?.double }
        // 46.635 % pass, and one reject in twenty is audited.
        #expect(rates.map { ($0 * 1_000).rounded() } == [493, 493])
        let text = try folder.plan(Self.example).output
        #expect(text.contains("\nspend per month, all of these:  "))
        #expect(text.contains(", -73.0 %\n"))
        let page = folder.path + "/plan.html"
        #expect(try folder.plan(Self.example, "--html", page).status == 0)
        let html = try String(contentsOfFile: page, encoding: .utf8)
        // Everything was sent, in phase measure: every reject is another fate. No picture is kept of any.
        #expect(html.contains("<td>sent to too_blurry</td>"))
        #expect(!html.contains("<img"))
    }

    /// What `plan` says along the way: low resolution alone does not pass it.
    @Test func fallsShortWithoutBatches() async throws {
        let folder = try await Self.recorded()
        let online = try Folder { $0.replacing("tier: \"batch\"", with: "tier: \"standard\"") }
        let text = try folder.plan(online.path + "/policies").output
        #expect(text.contains(", -67.6 %\n"))
    }

    @Test func lintsClean() throws {
        let result = try ToriiProcess.run(["policy", "lint", Self.example])
        #expect(result.status == 0)
        #expect(result.output.contains(" 0 warnings in 5 documents"))
    }
}
