import Economics
import Gemini
import Ledger
import Platform
import Policy
import TestSupport
import Testing

@testable import Server

/// Pictures sent together: half the price, one decision each, and no picture forgotten whatever becomes of the job.
@Suite(.timeLimit(.minutes(5))) struct BatchTests {
    private let api = BatchAPI()
    private let store = MemoryStore()
    private let clock = ManualClock()
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A desk as a process makes it when it starts.
    private func desk() async throws -> BatchDesk { try await desk(SpendSwitch()).desk }

    private func desk(_ spending: SpendSwitch) async throws -> (desk: BatchDesk, spending: SpendSwitch) {
        let gateway = Gateway(
            store: store,
            client: api.client,
            pool: CPUPool(threads: 1, queueLimit: 64),
            clock: clock.wallClock,
            ids: DecisionIDs(clock: clock.wallClock),
            log: .silent,
            telemetry: Telemetry(),
            origin: "test",
            switchboard: Switchboard(pacific: .utc),
            spending: spending
        )
        return (BatchDesk(gateway: gateway), spending)
    }

    private func snapshot(_ edit: (inout String) throws -> Void = { _ in }) async throws -> PolicySnapshot {
        let documents = try PolicyDocuments.documents { path, text in if path == "ios.json5" { try edit(&text) } }
        let desk = PolicyDesk(store: store, clock: clock.wallClock)
        if try await desk.current() == nil {
            let proposal = PolicyDesk.Proposal(documents: documents, by: "t", from: "t", reason: "t", base: 0)
            _ = try await desk.apply(proposal)
        }
        let (revision, set) = try #require(try await desk.current())
        let holder = try PolicyHolder(revision: revision.number, appliedAt: revision.at, set: set)
        return try #require(holder.snapshot(of: "ios"))
    }

    private func pictures(_ count: Int) throws -> [String] {
        try (0..<count).map { number in
            let bytes = try Pictures.sharp(seed: 800 + UInt64(number), width: 96, height: 64)
            let path = folder.file("\(number).jpg")
            try FileContent.write(bytes, to: path)
            return path
        }
    }

    private func submit(
        _ count: Int,
        hours: Int64 = 24,
        limits: BatchDesk.Limits = BatchDesk.Limits(),
        edit: (inout String) throws -> Void = { _ in }
    ) async throws -> [BatchDesk.Progress] {
        let deadline = clock.wallClock.now().advanced(bySeconds: hours * 3_600)
        let snapshot = try await snapshot(edit)
        let submission = try await desk()
            .submit(try pictures(count), snapshot: snapshot, deadline: deadline, limits: limits)
        #expect(submission.refused.isEmpty)
        return submission.jobs
    }

    /// Results and costs of a decision's attempts, and its outcome.
    private func story(_ decision: String) async throws -> (outcome: Outcome?, results: [String?], costs: [Int64?]) {
        let attempts = try await store.attempts(decisionID: decision)
        let record = try await store.decision(id: decision)
        let bills = attempts.compactMap { $0.settlement?.cost.nanoUSD }
        if let record { #expect(record.cost.nanoUSD == bills.reduce(0, +)) }
        return (record?.outcome, attempts.map { $0.settlement?.result }, attempts.map { $0.settlement?.cost.nanoUSD })
    }

    private func expectNothingOpen(_ decisions: Int) async throws {
        let verification = try await store.verification()
        #expect(verification.differences == [])
        #expect(verification.held == .zero)
        #expect(verification.decisions == decisions)
        #expect(try await store.batches(open: true) == [])
    }

    /// 600 tokens in at 0.15 and 100 out at 1.25 USD a million.
    @Test func bringsInAnswersAtHalfThePrice() async throws {
        let jobs = try await submit(3)
        #expect(jobs.map(\.state) == [.sent])
        #expect(try #require(api.jobs.first).keys.count == 3)
        #expect(try #require(api.jobs.first).body.contains(#""mediaResolution":"MEDIA_RESOLUTION_LOW""#))
        #expect(try await desk().collect().map(\.state) == [.sent])
        #expect(try await store.verification().held > .zero)
        api.turn("SUCCEEDED")
        let done = try await desk().collect()
        #expect(done == [BatchDesk.Progress(id: jobs[0].id, state: .done, pictures: 3, decided: 3)])
        for key in api.jobs[0].keys {
            let story = try await story(key)
            #expect(story.outcome == .sent)
            #expect(story.results == ["ok"])
            #expect(story.costs == [215_000])
        }
        try await expectNothingOpen(3)
        #expect(api.online == 0)
    }

    @Test(arguments: ["EXPIRED", "FAILED", "CANCELLED"])
    func asksOnlineWhatABatchLeft(word: String) async throws {
        _ = try await submit(2)
        api.turn(word)
        let done = try await desk().collect()
        #expect(done.map(\.state) == [.done])
        #expect(done.map(\.online) == [2])
        for key in api.jobs[0].keys {
            let story = try await story(key)
            #expect(story.outcome == .sent)
            #expect(story.results == ["batch_\(word.lowercased())", "ok"])
            // Nobody knows what the batch cost: its full hold. Online costs the full price.
            let attempts = try await store.attempts(decisionID: key)
            #expect(attempts[0].settlement?.cost == attempts[0].hold.amount)
            #expect(attempts[0].settlement?.uncertain == true)
            #expect(story.costs[1] == 430_000)
        }
        try await expectNothingOpen(2)
    }

    @Test func asksOnlineWhenABatchIsStuck() async throws {
        _ = try await submit(2, hours: 2)
        clock.advance(seconds: 7_199)
        #expect(try await desk().collect().map(\.state) == [.sent])
        clock.advance(seconds: 1)
        #expect(try await desk().collect().map(\.online) == [2])
        #expect(api.cancelled == ["batches/1"])
        #expect(try await story(api.jobs[0].keys[0]).results == ["batch_stuck", "ok"])
        try await expectNothingOpen(2)
    }

    /// A failed request is not charged, an answer out of the contract is, and one that is missing may have been.
    @Test func asksOnlineOnlyWhatIsMissing() async throws {
        _ = try await submit(5)
        let odd = BatchAPI.generated(model: "gemini-3.5-flash-lite", text: "{\"mood\":\"angry\"}")
        let blocked =
            #"{"promptFeedback":{"blockReason":"OTHER"},"usageMetadata":{"promptTokenCount":600,"totalTokenCount":600}}"#
        api.turn(
            "SUCCEEDED",
            entries: [
                1: #""error":{"code":13,"message":"internal"}"#, 2: #""response":\#(odd)"#, 3: "",
                4: #""response":\#(blocked)"#,
            ]
        )
        #expect(try await desk().collect().map(\.online) == [3])
        let keys = api.jobs[0].keys
        #expect(try await story(keys[0]).results == ["ok"])
        #expect(try await story(keys[1]).results == ["transport", "ok"])
        #expect(try await story(keys[1]).costs == [0, 430_000])
        #expect(try await story(keys[2]).results == ["malformed", "ok"])
        #expect(try await story(keys[2]).costs == [215_000, 430_000])
        #expect(try await story(keys[3]).results == ["batch_unanswered", "ok"])
        let refused = try await story(keys[4])
        #expect(refused.results == ["prompt_blocked"])
        #expect(refused.outcome == .local)
        try await expectNothingOpen(5)
    }

    /// The batch was made and the process stopped before it heard of that: it is found again, not made twice.
    @Test func findsAJobThatWasSentJustBeforeAStop() async throws {
        api.loseAnswers(true)
        let jobs = try await submit(2)
        #expect(jobs.map(\.state) == [.prepared])
        #expect(jobs[0].remark.hasPrefix("not sent yet"))
        // What waits for a batch is no wreck of a crash.
        #expect(try await store.recover(at: clock.wallClock.now()) == Recovery(holdsSettled: 0, decisionsCompleted: 0))
        api.loseAnswers(false)
        api.turn("SUCCEEDED")
        #expect(try await desk().collect().map(\.state) == [.done])
        #expect(api.jobs.count == 1)
        #expect(try await story(api.jobs[0].keys[1]).results == ["ok"])
        try await expectNothingOpen(2)
    }

    @Test func sendsAgainWhatWasRefused() async throws {
        api.refuse(true)
        #expect(try await submit(2).map(\.state) == [.prepared])
        #expect(try await desk().collect().map(\.remark) == ["not sent yet: the model is overloaded (503)"])
        api.refuse(false)
        #expect(try await desk().collect().map(\.state) == [.sent])
        api.turn("SUCCEEDED")
        #expect(try await desk().collect().map(\.state) == [.done])
        let story = try await story(api.jobs[0].keys[0])
        #expect(story.results == ["ok"])
        try await expectNothingOpen(2)
    }

    /// What a kill leaves that comes between the hold to ask about a picture alone and its bill.
    ///
    /// - Parameter result: Of the batch's attempt, which cost nothing.
    private func dieAskingAlone(_ decision: String, after result: String) async throws -> HoldRequest {
        let batch = try #require(try await store.attempts(decisionID: decision).first).hold
        try await store.settle(batch.unknownBill(result, at: clock.wallClock.now()).free)
        let alone = HoldRequest(
            decisionID: decision,
            attempt: 2,
            profile: batch.profile,
            revision: batch.revision,
            model: batch.model,
            tier: "standard",
            priceID: batch.priceID.replacing("/batch/", with: "/standard/"),
            amount: Money(nanoUSD: batch.amount.nanoUSD * 2),
            windows: batch.windows,
            at: batch.at,
            hour: batch.hour,
            owner: "",
            expiresAt: nil
        )
        #expect(try await store.reserve(alone) == .held)
        return alone
    }

    /// The picture was asked for alone when the process died: what that cost nobody knows. The batch's failed answer, which
    /// is read again, is no bill of it.
    @Test func losesWhatWasAskedForAloneWhenItDied() async throws {
        _ = try await submit(1)
        let decision = api.jobs[0].keys[0]
        api.turn("SUCCEEDED", entries: [0: #""error":{"code":13,"message":"internal"}"#])
        let lost = try await dieAskingAlone(decision, after: "transport")
        #expect(try await store.recover(at: clock.wallClock.now()) == Recovery(holdsSettled: 1, decisionsCompleted: 0))
        #expect(try await desk().collect().map(\.online) == [1])
        let story = try await story(decision)
        #expect(story.outcome == .sent)
        #expect(story.results == ["transport", "interrupted", "ok"])
        #expect(story.costs == [0, lost.amount.nanoUSD, 430_000])
        let attempts = try await store.attempts(decisionID: decision)
        #expect(attempts.map { $0.settlement?.uncertain } == [false, true, false])
        try await expectNothingOpen(1)
    }

    /// A bill whose write failed comes later, at its exact cost: no look at a job settles it meanwhile.
    @Test(arguments: [true, false])
    func leavesABillThatIsStillToCome(isSent: Bool) async throws {
        api.refuse(!isSent)
        _ = try await submit(1, hours: 1)
        let decision = try #require(try await store.batches(open: true).first?.items.first?.decisionID)
        if isSent { api.turn("FAILED") } else { clock.advance(seconds: 3_600) }
        let result = isSent ? "batch_failed" : "not_sent"
        let alone = try await dieAskingAlone(decision, after: result)
        #expect(try await desk().collect().map(\.online) == [1])
        #expect(try await story(decision).results == [result, nil, "ok"])
        let bill = Settlement(
            decisionID: decision,
            attempt: 2,
            cost: Money(nanoUSD: 344_600),
            usage: .zero,
            modelVersion: alone.model,
            priceID: alone.priceID,
            responseID: nil,
            result: "ok",
            uncertain: false,
            emulated: false,
            latencyMicros: 0,
            at: clock.wallClock.now()
        )
        try await store.settle(bill)
        #expect(try await story(decision).costs == [0, 344_600, 430_000])
        try await expectNothingOpen(1)
    }

    /// An expired hold was booked in full, in case its bill came; of what was never sent none can.
    @Test func takesBackWhatExpiredUnsent() async throws {
        api.refuse(true)
        _ = try await submit(1, hours: 1)
        clock.advance(seconds: 3_601 + 86_400)
        #expect(try await store.sweep(at: clock.wallClock.now()).expired == 1)
        #expect(try await desk().collect().map(\.online) == [1])
        let decision = try #require(try await store.batches(open: false).first?.items.first?.decisionID)
        #expect(try await story(decision).results == ["not_sent", "ok"])
        #expect(try await story(decision).costs == [0, 430_000])
        try await expectNothingOpen(1)
    }

    /// Never sent, so certainly not billed.
    @Test func asksOnlineWhenAJobWasNeverTaken() async throws {
        api.refuse(true)
        _ = try await submit(1, hours: 1)
        clock.advance(seconds: 3_600)
        #expect(try await desk().collect().map(\.online) == [1])
        let decision = try #require(try await store.batches(open: false).first?.items.first?.decisionID)
        let story = try await story(decision)
        #expect(story.results == ["not_sent", "ok"])
        #expect(story.costs == [0, 430_000])
        try await expectNothingOpen(1)
    }

    @Test func makesJobsNoLargerThanAllowed() async throws {
        #expect(try await submit(5, limits: BatchDesk.Limits(pictures: 2)).map(\.pictures) == [2, 2, 1])
        #expect(api.jobs.map(\.keys.count) == [2, 2, 1])
    }

    @Test func splitsJobsByTheirBytes() async throws {
        let jobs = try await submit(3, limits: BatchDesk.Limits(bytes: 10_000))
        #expect(jobs.map(\.pictures).reduce(0, +) == 3)
        #expect(jobs.count > 1)
        #expect(api.jobs.allSatisfy { $0.keys.count == 1 || $0.body.utf8.count < 11_000 })
    }

    @Test func answersLocallyWhatThereIsNoMoneyFor() async throws {
        let jobs = try await submit(2) { text in
            try text.change("daily: \"3.00 USD\"", to: "daily: \"0.00000005 USD\"")
        }
        #expect(jobs.map(\.state) == [.done])
        #expect(api.jobs.isEmpty)
        let batch = try #require(try await store.batches(open: false).first)
        for item in batch.items {
            let record = try #require(try await store.decision(id: item.decisionID))
            #expect(record.outcome == .local)
            #expect(record.reasons.first == .budgetExhausted)
        }
        try await expectNothingOpen(2)
    }

    /// The file is not the picture any more: it is not sent in its place.
    @Test func sendsNoOtherPictureInItsPlace() async throws {
        _ = try await submit(1)
        try FileContent.write(try Pictures.sharp(seed: 999, width: 96, height: 64), to: folder.file("0.jpg"))
        api.turn("EXPIRED")
        #expect(try await desk().collect().map(\.state) == [.done])
        #expect(api.online == 0)
        #expect(try await story(api.jobs[0].keys[0]).outcome == .local)
        try await expectNothingOpen(1)
    }

    @Test func tellsWhatIsNoPictureAndSendsTheRest() async throws {
        try FileContent.write(Array("GIF89a".utf8), to: folder.file("text"))
        let paths = [folder.file("absent.jpg"), folder.file("text")] + (try pictures(1))
        let submission = try await desk().submit(
            paths,
            snapshot: try await snapshot(),
            deadline: clock.wallClock.now().advanced(bySeconds: 3_600)
        )
        #expect(submission.refused.map(\.path) == Array(paths.prefix(2)))
        #expect(submission.refused.allSatisfy { !$0.why.isEmpty })
        #expect(submission.jobs.map(\.pictures) == [1])
        #expect(api.jobs.map(\.keys.count) == [1])
    }

    /// Nothing is given up over a freeze: what it keeps from being asked is asked once it is over.
    @Test func waitsWhileSpendingIsFrozen() async throws {
        let freeze = FreezeRecord(isFrozen: true, at: .seconds(0), by: "ada", from: "cli", reason: "night")
        let frozen = "spending is frozen since 1970-01-01T00:00:00Z: night"
        let (desk, spending) = try await desk(SpendSwitch(freeze))
        let sent = try await desk.submit(
            try pictures(2),
            snapshot: try await snapshot(),
            deadline: clock.wallClock.now().advanced(bySeconds: 3_600)
        )
        #expect(sent.jobs.map(\.remark) == [frozen])
        #expect(api.jobs.isEmpty)
        #expect(try await store.verification().held == .zero)
        spending.put(FreezeRecord(isFrozen: false, at: .seconds(1), by: "ada", from: "cli", reason: "day"))
        #expect(try await desk.collect().map(\.state) == [.sent])
        // A batch that has ended is settled; its pictures wait.
        spending.put(freeze)
        api.turn("EXPIRED")
        #expect(try await desk.collect().map(\.remark) == [frozen])
        #expect(api.online == 0)
        #expect(try await store.verification().held == .zero)
        #expect(try await store.verification().decisions == 0)
        spending.put(FreezeRecord(isFrozen: false, at: .seconds(2), by: "ada", from: "cli", reason: "day"))
        #expect(try await desk.collect().map(\.online) == [2])
        for key in api.jobs[0].keys { #expect(try await story(key).results == ["batch_expired", "ok"]) }
        try await expectNothingOpen(2)
    }

    /// One picture twice in a submission is sent once.
    @Test func sendsEqualPicturesOnce() async throws {
        let snapshot = try await snapshot()
        let deadline = clock.wallClock.now().advanced(bySeconds: 86_400)
        let one = try pictures(1)
        let submission = try await desk().submit(one + one, snapshot: snapshot, deadline: deadline)
        #expect(submission.repeated == 1)
        #expect(submission.jobs.map(\.pictures) == [1])
    }

    /// Its pictures are judged as they come, and only what passes is sent, whatever the tier of the profile.
    @Test(arguments: ["standard", "batch"])
    func holdsBackWhatTheGateRejects(tier: String) async throws {
        let snapshot = try await snapshot { try $0.change("tier: \"standard\"", to: "tier: \"\(tier)\"") }
        let deadline = clock.wallClock.now().advanced(bySeconds: 86_400)
        try FileContent.write(try Pictures.blurred(), to: folder.file("blurred.jpg"))
        let paths = try pictures(1) + [folder.file("blurred.jpg")]
        let submission = try await desk().submit(paths, snapshot: snapshot, deadline: deadline)
        #expect(submission.answered == 1)
        #expect(submission.jobs.map(\.pictures) == [1])
        let rejected = try #require(try await store.recentDecisions(limit: 9, profile: "ios").first)
        #expect(rejected.outcome == .rejected)
        #expect(rejected.reasons == [.tooBlurry])
        #expect(try await store.attempts(decisionID: rejected.id).isEmpty)
        api.turn("SUCCEEDED")
        #expect(try await desk().collect().map(\.state) == [.done])
        let sent = try #require(try await store.decision(id: api.jobs[0].keys[0]))
        #expect(sent.outcome == .sent)
        #expect(sent.verdict == .send)
        #expect(sent.judged)
        #expect(sent.reasons == [.gatePassed])
        #expect(sent.evidence.sharpness.map { $0 >= 0.18 } == true)
        #expect(sent.thresholds == Thresholds(sharpness: 0.18, saliencyArea: 0.06))
        #expect(sent.gateMicros != nil)
        // The same picture again costs nothing.
        let again = try await desk().submit(try pictures(1), snapshot: snapshot, deadline: deadline)
        #expect(again.answered == 1)
        #expect(again.jobs.isEmpty)
        #expect(try await store.recentDecisions(limit: 1, profile: "ios").map(\.outcome) == [.cached])
        try await expectNothingOpen(3)
    }

    /// What a batch leaves out is asked for alone, in the standard tier.
    @Test func asksOnlineAtTheStandardPrice() async throws {
        _ = try await submit(1) { try $0.change("tier: \"standard\"", to: "tier: \"batch\"") }
        api.turn("EXPIRED")
        #expect(try await desk().collect().map(\.online) == [1])
        let attempts = try await store.attempts(decisionID: api.jobs[0].keys[0])
        #expect(attempts.map(\.hold.tier) == ["batch", "standard"])
        try await expectNothingOpen(1)
    }
}
