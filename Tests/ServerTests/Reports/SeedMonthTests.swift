import Documents
import Economics
import Ledger
import Policy
import Testing

@testable import Server

/// The month the wallpaper app published: 543,800 uploads, 198,400 too blurry, 71,200 without an object, 20,600 of its own,
/// 253,600 sent. One picture shape, answers of one length, no audits; every figure is the emulator's bill for one such
/// picture taken as often as it was sent.
@Suite(.timeLimit(.minutes(10))) struct SeedMonthTests {
    private static let uploads = 543_800
    private static let sent = 253_600
    private static let rejected: [(Reason, Int)] = [
        (.tooBlurry, 198_400), (.lowSaliency, 71_200), (.ownWatermark, 20_600),
    ]
    private static let hour = Timestamp.seconds(1_795_996_800)

    /// One call as the emulator bills it, at a media resolution.
    private static func call(resolution: String) async throws -> (cost: Money, settlement: Settlement, tier: Price) {
        var setup = ServerUnderTest.Setup()
        setup.documents = try PolicyDocuments.documents { path, text in
            guard path == "ios.json5" else { return }
            text = text.replacing(#/mediaResolution: "[a-z]+"/#, with: "mediaResolution: \"\(resolution)\"")
        }
        var found: (Money, Settlement, Price)?
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.upload(Pictures.sharp(seed: 71))
            let id = try #require(answer.headers["torii-decision"])
            let attempts = try await server.store.attempts(decisionID: id)
            let settlement = try #require(attempts.first?.settlement)
            let set = try #require(server.server.service.policies.snapshots.first).set
            let batch = try set.prices.price(
                model: settlement.modelVersion ?? "",
                tier: "batch",
                at: server.clock.wallClock.now()
            )
            found = (settlement.cost, settlement, batch)
        }
        return try #require(found)
    }

    private static func report(_ costs: [CostRollup], bill: Money? = nil) throws -> EconomicsReport {
        let snapshot = LedgerSnapshot.of(
            [.uploads(sent, .sent, .gatePassed, hour: hour)]
                + rejected.map { .uploads($0.1, .rejected, $0.0, hour: hour) },
            costs
        )
        let day = CivilDate(at: hour, in: .utc)
        return try EconomicsReport.made(
            EconomicsReport.Query(from: day, end: day.next, dimensions: [.profile], bill: bill),
            from: snapshot,
            profiles: [EconomicsReport.ProfileTerms(name: "ios", zone: .utc, target: 0.466)],
            now: hour
        )
    }

    private static func costs(_ settlement: Settlement, count: Int, tier: String, cost: Money, cheaper: CheaperSends)
        throws
        -> CostRollup
    {
        CostRollup(
            profile: "ios",
            hour: hour,
            model: settlement.modelVersion ?? "",
            tier: tier,
            priceID: settlement.priceID,
            result: "ok",
            emulated: true,
            attempts: count,
            cost: try cost.times(count),
            uncertain: .zero,
            usage: .zero,
            latencyMicros: 0,
            cheaper: CheaperSends(
                resolution: try cheaper.resolution.times(count),
                side: try cheaper.side.times(count),
                model: try cheaper.model.times(count),
                tier: try cheaper.tier.times(count)
            )
        )
    }

    /// 290,200 of 543,800: the gate alone, at equal unit prices. The published 71.2 % sets 0.000682 USD an image against
    /// 0.001103 USD for the same image.
    @Test func savesByTheGateWhatEqualPricesSay() async throws {
        let call = try await Self.call(resolution: "default")
        #expect(call.settlement.cheaper.resolution == .zero)
        let report = try Self.report([
            Self.costs(call.settlement, count: Self.sent, tier: "standard", cost: call.cost, cheaper: .none)
        ])
        let figures = report.total.figures
        #expect(figures.uploads == Self.uploads)
        #expect(figures.sendRate.map { ($0 * 100_000).rounded() } == 46_635)
        #expect(figures.spend == (try call.cost.times(Self.sent)))
        #expect(figures.savedByGate == (try call.cost.times(Self.uploads - Self.sent)))
        let share = Double(figures.savedByGate.nanoUSD) / Double(try figures.baseline().nanoUSD)
        #expect((share * 100_000).rounded() == 53_365)
        #expect(try report.text().contains("53.4 %"))
        #expect(try report.text().contains("one unit price for all"))
    }

    /// Media resolution low and the batch tier for the third of the uploads that comes in the background pass the
    /// published figure, and each step says what it gave.
    @Test func passesThePublishedSavingByResolutionAndBatch() async throws {
        let call = try await Self.call(resolution: "low")
        let batch = try call.tier.cost(of: call.settlement.usage)
        let background = Self.sent / 3
        let halved = CheaperSends(
            resolution: call.settlement.cheaper.resolution,
            side: call.settlement.cheaper.side,
            model: call.settlement.cheaper.model,
            tier: try call.cost.subtracting(batch)
        )
        let report = try Self.report([
            Self.costs(
                call.settlement,
                count: Self.sent - background,
                tier: "standard",
                cost: call.cost,
                cheaper: call.settlement.cheaper
            ),
            Self.costs(call.settlement, count: background, tier: "batch", cost: batch, cheaper: halved),
        ])
        let figures = report.total.figures
        let saved = Double(try figures.saved().nanoUSD) / Double(try figures.baseline().nanoUSD)
        #expect(saved > 0.712)
        #expect(figures.cheaper.resolution > .zero)
        #expect(figures.cheaper.tier > .zero)
        #expect(try figures.baseline() == figures.spend.adding(figures.saved()))
    }

    /// 173 USD for 253,600 sends, and "some 600 USD" for all 543,800: 0.001103 USD an upload against 0.000682 USD.
    @Test func saysThatThePublishedSavingComparesUnlikePrices() throws {
        let call = Money(nanoUSD: 682_177)
        let settlement = Settlement(
            decisionID: "",
            attempt: 1,
            cost: call,
            usage: .zero,
            modelVersion: "gemini-3.5-flash-lite",
            priceID: "p",
            responseID: nil,
            result: "ok",
            uncertain: false,
            emulated: true,
            latencyMicros: 0,
            at: Self.hour
        )
        let costs = [try Self.costs(settlement, count: Self.sent, tier: "standard", cost: call, cheaper: .none)]
        let report = try Self.report(costs, bill: Money(nanoUSD: 600_000_000_000))
        let against = try #require(try report.againstBill())
        #expect(against.uploads == Self.uploads)
        #expect(against.billPerUpload == Money(nanoUSD: 1_103_347))
        #expect(against.baselinePerUpload == call)
        #expect(try against.steps().price == Money(nanoUSD: 229_032_147_400))
        #expect(try against.steps().saved == Money(nanoUSD: 197_967_765_400))
        #expect((against.saidShare * 1_000).rounded() == 712)
        #expect((against.savedShare * 100_000).rounded() == 53_365)
        let said = "it would call 71.2 % saved; at one price 53.4 % was: the bill compares unlike prices"
        let text = try report.text()
        for part in [
            "543,800 uploads at 0.001103347", "1.617 times the 0.000682177 here", "-229.03", "-197.97",
            "53.365 % of it",
            said,
        ] { #expect(text.contains(part)) }
        #expect(try report.html().contains("<td>-229.032147400</td>"))
        #expect(try report.html().contains(said))
        let json = try #require(
            DocumentReader.read(try report.json().encoded(), file: "report", dialect: .json).root?["against"]
        )
        #expect(json["savedNanoUSD"]?.integer == 197_967_765_400)
        #expect(json["hasLikePrices"]?.bool == false)
    }

    @Test func findsNothingOddAboutABillAtOnePrice() throws {
        let report = try Self.report([], bill: Money(nanoUSD: 600_000_000_000))
        #expect(try report.againstBill() == nil)
        var figures = EconomicsFigures()
        try figures.add(
            CostRollup(
                profile: "ios",
                hour: Self.hour,
                model: "m",
                tier: "standard",
                priceID: "p",
                result: "ok",
                emulated: false,
                attempts: 1,
                cost: Money(nanoUSD: 100),
                uncertain: .zero,
                usage: .zero,
                latencyMicros: 0
            )
        )
        try figures.add(
            .uploads(1, .sent, .gatePassed, hour: Self.hour, emulated: false),
            terms: nil
        )
        let against = try #require(try BillComparison(of: Money(nanoUSD: 100), figures))
        #expect(against.hasLikePrices)
        #expect(against.sentence == "it would call 0.0 % saved, and so it was: its price of a call is the one here")
    }
}
