import Economics
import Testing

@testable import Backtest
@testable import Policy

/// What thresholds would have saved and risked.
struct ProjectionTests {
    private static func projection(_ uploads: [RecordedUpload]) throws -> Projection {
        let set = PolicyFolder.valid.read().set
        var projection = Projection(profile: try #require(set?.profiles["android"]))
        for upload in uploads { try projection.add(upload) }
        return projection
    }

    private static func upload(_ sharpness: Double?, _ category: String, cost: Int64 = 10) -> RecordedUpload {
        ReplayTests.upload(
            sharpness: sharpness,
            category: category,
            call: .made(cost: Money(nanoUSD: cost), isUseful: category != "other")
        )
    }

    @Test func countsWhatScoresBelowEachThreshold() throws {
        let projection = try Self.projection([
            Self.upload(0.1, "nature", cost: 1), Self.upload(0.29, "other", cost: 2),
            Self.upload(0.29, "space", cost: 4),
            Self.upload(0.295, "space", cost: 8), Self.upload(nil, "nature", cost: 16),
            Self.upload(1, "nature", cost: 32),
        ])
        let points = try projection.curve(of: .sharpness)
        #expect(points.count == 101)
        #expect(points.map(\.threshold)[29] == 0.29)
        // Equal to the threshold sends.
        #expect(points[10].rejected == 0)
        #expect(points[11].rejected == 1)
        #expect(points[29].rejected == 1)
        #expect(points[30].rejected == 4)
        #expect(points[30].cost == Money(nanoUSD: 15))
        #expect(points[30].lost == 3)
        #expect(points[30].categories.map(\.category) == ["space", "nature"])
        #expect(points[30].categories.map(\.count) == [2, 1])
        #expect(points[100].rejected == 4)
        #expect(projection.uploads == 6)
        #expect(projection.cost == Money(nanoUSD: 63))
    }

    /// Only a picture that the rest of the rule would reject is one that a threshold of areas decides about.
    @Test func looksAtAreasOnlyWhereTheRuleCouldFire() throws {
        let flat = RecordedUpload(
            number: 1,
            at: ReplayTests.midnight,
            isJudged: true,
            basis: .scores,
            scoreSpace: "torii/1",
            evidence: Evidence(
                sharpness: 0.5,
                attentionArea: 0.02,
                objectnessArea: 0.04,
                range: 1.5,
                texture: 0,
                coarse: .photoLike
            ),
            auditPropensity: nil,
            call: .none,
            category: ""
        )
        let projection = try Self.projection([flat, ReplayTests.upload(area: 0.01)])
        let points = try projection.curve(of: .saliencyArea)
        #expect(points[4].rejected == 0)
        #expect(points[5].rejected == 1)
        #expect(points[100].rejected == 1)
    }

    @Test func leavesOutScoresOfAnotherSpace() throws {
        let projection = try Self.projection([
            ReplayTests.upload(space: "ml-kit/17"), ReplayTests.upload(basis: .deadlinePassed),
            ReplayTests.upload(judged: false),
        ])
        #expect(projection.uploads == 0)
        #expect(projection.others == 2)
    }

    @Test func namesTheLargestThresholdThatIsProven() throws {
        // 20,000 answers, none lost below 0.1, one at 0.12, ten at 0.15: 0.018 % is one in 5,556.
        var uploads = (0..<19_000).map { _ in Self.upload(0.5, "nature") }
        uploads += (0..<989).map { _ in Self.upload(0.05, "other") }
        uploads += [Self.upload(0.12, "nature")] + (0..<10).map { _ in Self.upload(0.15, "nature") }
        let projection = try Self.projection(uploads)
        let points = try projection.curve(of: .sharpness)
        // None of 20,000: at most 0.0150 %. One: at most 0.0237 %.
        #expect(projection.largestSafe(points)?.threshold == 0.12)
        #expect(try Self.projection(Array(uploads.suffix(500))).largestSafe(points) == nil)
    }
}
