import Foundation
import Ledger
import Platform
import SQLiteLedger
import TestSupport
import Testing

@testable import Server

/// The files of pictures that wait.
@Suite(.timeLimit(.minutes(10))) struct WaitingPictureTests {
    /// What becomes of a data folder between two starts, and how the second start names it.
    enum Change: String, Sendable, CaseIterable {
        case spelling, slashes, moved, copied

        func applied(to data: String, in folder: String) throws -> String {
            switch self {
            case .spelling: return "\(folder)/./data"
            case .slashes: return "\(folder)//data/"
            case .moved:
                try FileManager.default.moveItem(atPath: data, toPath: folder + "/moved")
                return folder + "/moved"
            case .copied:
                try FileManager.default.copyItem(atPath: data, toPath: folder + "/copy")
                try FileManager.default.removeItem(atPath: data)
                return folder + "/copy"
            }
        }
    }

    /// A picture that waits and one that lies in a job are sent from wherever the data folder is now.
    @Test(arguments: Change.allCases)
    func sendsWhatWaitsFromTheFolderOfToday(change: Change) async throws {
        let folder = try TemporaryFolder()
        let data = folder.file("data")
        let ids = Locked<[String]>([])
        let store = try await SQLiteStore.open(folder: data)
        try await WaitingCase.run(data: data, store: store, script: "{ batches: { end: \"stuck\" } }") { server in
            for seed in 20...21 as ClosedRange<UInt64> {
                let id = try await WaitingCase.wait(Pictures.sharp(seed: seed), server)
                ids.withLock { $0.append(id) }
                if seed == 20 { await server.server.sender.look() }
            }
            #expect(try await server.store.deferredSends().map { $0.batch == nil } == [false, true])
        }
        let today = try change.applied(to: data, in: folder.path)
        let next = try await SQLiteStore.open(folder: today)
        try await WaitingCase.run(data: today, store: next) { server in
            #expect(try WaitingCase.files(today).count == 2)
            await server.server.sender.look()
            for id in ids.withLock({ $0 }) {
                #expect(try await WaitingCase.poll(id, server).string("outcome") == "sent")
            }
            // The emulator that had the job is gone with its server, and the next one has another under that name.
            let bills = try await WaitingCase.bills(ids.withLock { $0[0] }, server.store)
            #expect(bills == [.lost("batch", "batch_unanswered"), .paid("standard")])
            #expect(try await WaitingCase.bills(ids.withLock { $0[1] }, server.store) == [.paid("batch")])
            #expect(try WaitingCase.files(today) == [])
            #expect(server.log.messages.allSatisfy { $0 != "picture gone before it was sent" })
            try await WaitingCase.expectNothingOpen(server.store)
        }
    }

    /// Only files of decisions that do not wait go, and those that a crash cut short.
    @Test func removesOnlyWhatIsKnownToBeOrphaned() throws {
        let folder = try TemporaryFolder()
        let kept = "01KXA8B2M4N6P8Q0R2S4T6V8W0"
        let orphan = "01KXA8B2M4N6P8Q0R2S4T6V8W1"
        try FolderContent.make(folder.file("deferred"))
        let names = [
            "\(kept).jpg", "\(orphan).jpg", ".\(kept).jpg.00ff.tmp", "notes.txt", "holiday.jpg", "\(orphan).png",
        ]
        for name in names { try FileContent.write([1], to: folder.file("deferred/\(name)")) }
        let waiting = DeferredSend(
            profile: "ios",
            revision: 1,
            item: BatchRecord.Item(
                decisionID: kept,
                path: "/some/where/else/\(kept).jpg",
                sha256: [],
                bytes: 1,
                format: "jpeg",
                width: 1,
                height: 1
            ),
            queuedAt: .seconds(0),
            deadline: .seconds(1)
        )
        _ = try DeferredShelf(data: folder.path, waiting: [waiting])
        #expect(try WaitingCase.files(folder.path) == ["\(kept).jpg", "\(orphan).png", "holiday.jpg", "notes.txt"])
    }

    /// Gone, or another picture now: not sent, paid for with nothing, and said aloud.
    @Test(arguments: [true, false])
    func tellsOfAPictureThatIsGone(isRemoved: Bool) async throws {
        let folder = try TemporaryFolder()
        try await WaitingCase.run(data: folder.file("data"), store: MemoryStore()) { server in
            let id = try await WaitingCase.wait(Pictures.sharp(seed: 22), server)
            let path = folder.file("data/deferred/\(id).jpg")
            if isRemoved { FileContent.remove(path) } else { try FileContent.write([1], to: path) }
            await server.server.sender.look()
            let answer = try await WaitingCase.poll(id, server)
            #expect(answer.string("outcome") == "local")
            #expect(answer.reasons == ["upstream_failed", "gate_passed"])
            #expect(answer.string("detail") == "the picture is gone")
            #expect(try await WaitingCase.bills(id, server.store) == [.free("batch", "not_sent")])
            let line = try #require(server.log.lines.first { $0.message == "picture gone before it was sent" })
            #expect(line.fields["decision"] == .text(id))
            try await WaitingCase.expectNothingOpen(server.store)
        }
    }
}
