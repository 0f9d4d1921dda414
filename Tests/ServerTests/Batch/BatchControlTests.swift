import Documents
import Ledger
import Platform
import TestSupport
import Testing

@testable import Server

/// Batches through the server that has the data folder.
struct BatchControlTests {
    private static func run(_ body: (ServerUnderTest, TemporaryFolder) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        var setup = ServerUnderTest.Setup()
        setup.data = folder.path
        try await ServerUnderTest.run(setup) { try await body($0, folder) }
    }

    private static func submission(_ paths: [String], _ more: [JSON.Member] = []) -> JSON {
        let usual: [JSON.Member] = [
            .init("paths", .array(paths.map { .string($0) })), .init("deadlineHours", 24), .init("maxPictures", 500),
            .init("profile", "ios"),
        ]
        return .object(usual.filter { member in !more.contains { $0.key == member.key } } + more)
    }

    @Test(.timeLimit(.minutes(10)))
    func sendsAndCollectsWhileServing() async throws {
        try await Self.run { server, folder in
            var paths = [folder.file("absent.jpg")]
            for number in 0..<3 {
                let path = folder.file("\(number).jpg")
                try FileContent.write(try Pictures.sharp(seed: 70 + UInt64(number), width: 96, height: 64), to: path)
                paths.append(path)
            }
            let sent = try await server.control("batch/submit", Self.submission(paths))
            #expect(sent.status == 200)
            #expect(sent.string("refused.0.path") == paths[0])
            #expect(sent["refused"]?.array?.count == 1)
            #expect(sent.string("jobs.0.state") == "sent")
            #expect(sent.integer("jobs.0.pictures") == 3)
            #expect(try await server.store.verification().held > .zero)
            // Uploads are answered beside it.
            #expect(try await server.upload(Pictures.sharp(seed: 79)).string("outcome") == "sent")
            let done = try await server.control("batch/collect", [:])
            #expect(done.string("jobs.0.state") == "done")
            #expect(done.integer("jobs.0.decided") == 3)
            #expect(done.integer("jobs.0.online") == 0)
            let again = try await server.control("batch/collect", [:])
            #expect(again["jobs"]?.array?.isEmpty == true)
            let batch = try #require(try await server.store.batches(open: false).first)
            for item in batch.items {
                let attempt = try #require(try await server.store.attempts(decisionID: item.decisionID).first)
                #expect(attempt.hold.tier == "batch")
                #expect(attempt.settlement?.result == "ok")
            }
            try await server.expectLedger(decisions: 4, attempts: 4)
        }
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ([JSON.Member("paths", [])], 400, "invalid_field"),
            ([JSON.Member("paths", ["a.jpg"])], 400, "invalid_field"),
            ([JSON.Member("paths", ["/a.jpg", 1])], 400, "invalid_field"),
            ([JSON.Member("deadlineHours", 169)], 400, "invalid_field"),
            ([JSON.Member("maxPictures", 0)], 400, "invalid_field"),
            ([JSON.Member("profile", "web")], 404, "unknown_profile"),
        ]
    )
    func refusesWhatItCannotSend(members: [JSON.Member], status: Int, code: String) async throws {
        try await Self.run { server, _ in
            let answer = try await server.control("batch/submit", Self.submission(["/tmp/a.jpg"], members))
            #expect(answer.status == status)
            #expect(answer.string("code") == code)
            #expect(try await server.store.batches(open: false).isEmpty)
        }
    }

    /// Two that look at one job would both send it.
    @Test(.timeLimit(.minutes(10)), arguments: ["submit", "collect"])
    func doesOneAtATime(command: String) async throws {
        try await Self.run { server, _ in
            let control = ControlSocket(service: server.server.service, data: nil)
            let request = HTTPRequest(
                method: "POST",
                path: "/control/batch/\(command)",
                body: Self.submission(["/tmp/absent.jpg"]).encoded()
            )
            #expect(control.service.batchTurn.take())
            #expect(Answer(await control.response(to: request)).string("code") == "batch_busy")
            control.service.batchTurn.release()
            #expect(await control.response(to: request).status == 200)
            #expect(control.service.batchTurn.take())
        }
    }
}
