import Ledger
import Platform
import SQLiteLedger
import TestSupport
import Testing

@testable import Server

/// A server whose pictures wait in a data folder, and what tests ask about them.
enum WaitingCase {
    static func run(
        data: String,
        store: (any LedgerStore)? = nil,
        script: String? = nil,
        clock: ManualClock = ManualClock(),
        edit: (inout String) throws -> Void = { _ in },
        _ body: (ServerUnderTest) async throws -> Void
    ) async throws {
        try FolderContent.make(data)
        var setup = ServerUnderTest.Setup()
        setup.data = data
        setup.script = script
        setup.clock = clock
        setup.store =
            if let store { store } else { try await SQLiteStore.open(folder: data) }
        setup.documents = try PolicyDocuments.documents { path, text in
            if path == "ios.json5" { try edit(&text) }
        }
        try await ServerUnderTest.run(setup, body)
    }

    /// Uploads a picture that may wait; its decision.
    static func wait(_ picture: [UInt8], _ server: ServerUnderTest) async throws -> String {
        let answer = try await server.upload(picture, headers: [(name: "Prefer", value: "respond-async")])
        #expect(answer.status == 202)
        return try #require(answer.decision)
    }

    static func poll(_ id: String, _ server: ServerUnderTest) async throws -> Answer {
        try await server.get("/v1/decisions/\(id)", key: ServerUnderTest.clientKey)
    }

    /// What its attempts were of and came to.
    static func bills(_ id: String, _ store: any LedgerStore) async throws -> [Bill] {
        try await store.attempts(decisionID: id).map { attempt in
            Bill(
                tier: attempt.hold.tier,
                result: attempt.settlement?.result,
                isFull: attempt.settlement?.cost == attempt.hold.amount,
                isFree: attempt.settlement?.cost == .zero,
                isUncertain: attempt.settlement?.uncertain
            )
        }
    }

    struct Bill: Hashable {
        let tier: String
        let result: String?
        let isFull: Bool
        let isFree: Bool
        let isUncertain: Bool?

        /// Its exact cost, as answered.
        static func paid(_ tier: String, _ result: String = "ok") -> Bill {
            Bill(tier: tier, result: result, isFull: false, isFree: false, isUncertain: false)
        }

        static func free(_ tier: String, _ result: String) -> Bill {
            Bill(tier: tier, result: result, isFull: false, isFree: true, isUncertain: false)
        }

        /// Its full hold, since nobody knows.
        static func lost(_ tier: String, _ result: String) -> Bill {
            Bill(tier: tier, result: result, isFull: true, isFree: false, isUncertain: true)
        }
    }

    /// All figures tie and nothing is held.
    static func expectNothingOpen(_ store: any LedgerStore) async throws {
        let verification = try await store.verification()
        #expect(verification.differences == [])
        #expect(verification.held == .zero)
        #expect(try await store.deferredSends() == [])
    }

    static func files(_ data: String) throws -> [String] { try FolderContent.names(in: data + "/deferred") }
}
