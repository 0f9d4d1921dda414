import Documents
import Imaging
import Ledger
import Platform
import TestSupport
import Testing

@testable import Server

/// What pictures that wait have from answers that come meanwhile, and others from theirs.
@Suite(.timeLimit(.minutes(10))) struct DeferredCacheTests {
    /// The same picture three times: one is sent, the others have its answer, and their holds are free again.
    @Test func paysForTheSamePictureOnce() async throws {
        let folder = try TemporaryFolder()
        let data = folder.file("data")
        try await WaitingCase.run(data: data, store: MemoryStore()) { server in
            let picture = try Pictures.sharp(seed: 40)
            var ids: [String] = []
            for _ in 0..<3 { ids.append(try await WaitingCase.wait(picture, server)) }
            await server.server.sender.look()
            #expect(try await server.store.batches(open: false).map(\.items.count) == [1])
            let first = try await WaitingCase.poll(ids[0], server)
            #expect(first.string("outcome") == "sent")
            for id in ids.dropFirst() { #expect(try await WaitingCase.poll(id, server).status == 202) }
            await server.server.sender.look()
            for id in ids.dropFirst() {
                let answer = try await WaitingCase.poll(id, server)
                #expect(answer.status == 200)
                #expect(answer.string("outcome") == "cached")
                #expect(answer.string("source") == "cache")
                #expect(answer.reasons == ["exact_cache"])
                #expect(answer["verdict"]?.isNull == true)
                #expect(answer["localLabel"]?.isNull == true)
                #expect(answer["deferred"] == nil)
                #expect(answer.integer("cost.nanoUSD") == 0)
                #expect(answer["classification"].map(JSON.init) == first["classification"].map(JSON.init))
                #expect(try await WaitingCase.bills(id, server.store) == [.free("batch", "not_sent")])
                let record = try #require(try await server.store.decision(id: id))
                #expect(record.donor == Donor(decisionID: ids[0], distance: nil))
            }
            #expect(try await server.store.batches(open: false).map(\.items.count) == [1])
            #expect(try WaitingCase.files(data) == [])
            let report = try await server.get("/v1/reports/economics?format=json")
            #expect(report.integer("totals.sent") == 1)
            #expect(report.integer("totals.cached") == 2)
            #expect(report["totals.sendRate"]?.double == 1)
            try await WaitingCase.expectNothingOpen(server.store)
        }
    }

    /// Asked for at once meanwhile, by whoever: what waits has that answer, and no job is made.
    @Test func takesAnAnswerThatCameMeanwhile() async throws {
        let folder = try TemporaryFolder()
        try await WaitingCase.run(data: folder.file("data"), store: MemoryStore()) { server in
            let picture = try Pictures.sharp(seed: 41)
            let id = try await WaitingCase.wait(picture, server)
            #expect(try await server.upload(picture).string("outcome") == "sent")
            await server.server.sender.look()
            #expect(try await WaitingCase.poll(id, server).reasons == ["exact_cache"])
            #expect(try await WaitingCase.bills(id, server.store) == [.free("batch", "not_sent")])
            #expect(try await server.store.batches(open: false) == [])
            try await WaitingCase.expectNothingOpen(server.store)
        }
    }

    private static let sharing: @Sendable (inout String) throws -> Void = { text in
        try text.change("near: false", to: "near: true, nearRecheck: 0")
    }

    /// A copy of a picture that was made smaller: other bytes, nearly the same look.
    private static func copy(_ picture: [UInt8]) throws -> [UInt8] {
        try ImageEncoder.jpeg(ImageDecoder.image(from: picture, maxSide: 256), quality: 0.8)
    }

    /// An answer that came later is shared with near duplicates as any other.
    @Test func sharesItsAnswerWithNearDuplicates() async throws {
        let folder = try TemporaryFolder()
        try await WaitingCase.run(data: folder.file("data"), store: MemoryStore(), edit: Self.sharing) { server in
            let picture = try Pictures.sharp(seed: 45)
            let id = try await WaitingCase.wait(picture, server)
            await server.server.sender.look()
            let first = try await WaitingCase.poll(id, server)
            #expect(first.string("outcome") == "sent")
            #expect(try await server.store.answerLooks().count == 1)
            let again = try await server.upload(Self.copy(picture))
            #expect(again.string("outcome") == "cached")
            #expect(again.reasons == ["near_cache"])
            #expect(again["classification"].map(JSON.init) == first["classification"].map(JSON.init))
            #expect(try await server.decisions().last?.donor?.decisionID == id)
        }
    }

    /// And what waits has the answer that a near duplicate of it got meanwhile.
    @Test func takesTheAnswerOfANearDuplicate() async throws {
        let folder = try TemporaryFolder()
        let data = folder.file("data")
        try await WaitingCase.run(data: data, store: MemoryStore(), edit: Self.sharing) { server in
            let picture = try Pictures.sharp(seed: 46)
            let id = try await WaitingCase.wait(Self.copy(picture), server)
            let first = try await server.upload(picture)
            #expect(first.string("outcome") == "sent")
            await server.server.sender.look()
            let answer = try await WaitingCase.poll(id, server)
            #expect(answer.string("outcome") == "cached")
            #expect(answer.reasons == ["near_cache"])
            #expect(answer["classification"].map(JSON.init) == first["classification"].map(JSON.init))
            let donor = try #require(try await server.store.decision(id: id)?.donor)
            #expect(donor.decisionID == first.decision)
            #expect((0...15).contains(try #require(donor.distance)))
            #expect(try await WaitingCase.bills(id, server.store) == [.free("batch", "not_sent")])
            #expect(try await server.store.batches(open: false) == [])
            #expect(try WaitingCase.files(data) == [])
            try await WaitingCase.expectNothingOpen(server.store)
        }
    }

    /// One that was drawn to be compared is sent, and then says whether the cloud agrees.
    @Test func comparesWithTheAnswerOfANearDuplicate() async throws {
        let folder = try TemporaryFolder()
        let drawing: (inout String) throws -> Void = { text in
            try text.change("near: false", to: "near: true, nearRecheck: 1")
        }
        try await WaitingCase.run(data: folder.file("data"), store: MemoryStore(), edit: drawing) { server in
            let picture = try Pictures.sharp(seed: 48)
            let first = try await server.upload(picture)
            #expect(first.string("outcome") == "sent")
            let id = try await WaitingCase.wait(Self.copy(picture), server)
            await server.server.sender.look()
            let answer = try await WaitingCase.poll(id, server)
            #expect(answer.string("outcome") == "sent")
            let donor = try #require(try await server.store.decision(id: id)?.donor)
            #expect(donor.decisionID == first.decision)
            let isSame =
                answer.string("classification.primaryCategory") == first.string("classification.primaryCategory")
            #expect(donor.agrees == isSame)
            try await WaitingCase.expectNothingOpen(server.store)
        }
    }

    /// Answered by a look between its row and its hold: nothing stays held for it.
    @Test func releasesWhatIsHeldTooLate() async throws {
        let folder = try TemporaryFolder()
        let store = FailingStore()
        try await WaitingCase.run(data: folder.file("data"), store: store) { server in
            let picture = try Pictures.sharp(seed: 47)
            store.beforeNextReserve { hold in
                #expect(hold.isOfBatch)
                let answer = try? await server.upload(picture)  // Nil is a failed expectation.
                #expect(answer?.string("outcome") == "sent")
                await server.server.sender.look()
            }
            let id = try await WaitingCase.wait(picture, server)
            #expect(try await WaitingCase.poll(id, server).reasons == ["exact_cache"])
            #expect(try await WaitingCase.bills(id, server.store) == [.free("batch", "not_sent")])
            try await WaitingCase.expectNothingOpen(server.store)
        }
    }

    /// In a job that never ends: who waits for the same answer is not asked for a second time past the deadline.
    @Test func paysOncePastTheDeadlineToo() async throws {
        let folder = try TemporaryFolder()
        let script = "{ batches: { end: \"stuck\" } }"
        try await WaitingCase.run(data: folder.file("data"), store: MemoryStore(), script: script) { server in
            let picture = try Pictures.sharp(seed: 42)
            let ids = [
                try await WaitingCase.wait(picture, server), try await WaitingCase.wait(picture, server),
            ]
            await server.server.sender.look()
            server.clock.advance(seconds: 24 * 3_600)
            await server.server.sender.look()
            // The one that never came into a job is first at it.
            let bills = [
                try await WaitingCase.bills(ids[0], server.store), try await WaitingCase.bills(ids[1], server.store),
            ]
            #expect(
                bills == [
                    [.lost("batch", "batch_stuck")], [.free("batch", "not_sent"), .paid("standard")],
                ]
            )
            #expect(try await WaitingCase.poll(ids[0], server).reasons == ["exact_cache"])
            #expect(try await WaitingCase.poll(ids[1], server).string("outcome") == "sent")
            try await WaitingCase.expectNothingOpen(server.store)
        }
    }

    /// One past its deadline does not make the job of those that are in time late from its first look on.
    @Test func waitsForAJobAsLongAsItsOwnPicturesMay() async throws {
        let folder = try TemporaryFolder()
        let script = "{ batches: { end: \"stuck\" } }"
        try await WaitingCase.run(data: folder.file("data"), store: MemoryStore(), script: script) { server in
            let late = try await WaitingCase.wait(Pictures.sharp(seed: 43), server)
            server.clock.advance(seconds: 24 * 3_600)
            let fresh = try await WaitingCase.wait(Pictures.sharp(seed: 44), server)
            await server.server.sender.look()
            #expect(try await WaitingCase.poll(late, server).string("outcome") == "sent")
            #expect(try await WaitingCase.poll(fresh, server).status == 202)
            let send = try #require(try await server.store.deferredSends().first)
            #expect(try await server.store.batches(open: true).map(\.deadline) == [send.deadline])
        }
    }
}
