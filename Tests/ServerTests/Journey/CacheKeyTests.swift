import Economics
import Platform
import Policy
import TestSupport
import Testing

@testable import Server

/// What makes an answer good for another upload.
struct CacheKeyTests {
    private func snapshot(
        _ edit: (_ path: String, _ text: inout String) throws -> Void = { _, _ in }
    ) throws -> PolicySnapshot {
        let documents = try PolicyDocuments.documents(edit: edit)
        let now = ManualClock().wallClock.now()
        let read = PolicyReader.read(documents, knownZones: TimeZones.known, now: now)
        let holder = try PolicyHolder(revision: 1, appliedAt: now, set: try #require(read.set))
        return try #require(holder.snapshot(of: "ios"))
    }

    private func key(
        _ snapshot: PolicySnapshot,
        body: UInt8 = 1,
        origin: String = "emulator",
        at moment: Timestamp = .seconds(1_796_000_000)
    ) -> [UInt8] {
        CacheKey.bytes(
            bodyHash: Array(repeating: body, count: 32),
            snapshot: snapshot,
            origin: origin,
            at: moment
        )
    }

    @Test func isTheSameForTheSameQuestion() throws {
        #expect(try key(snapshot()) == key(snapshot()))
        #expect(try key(snapshot()).count == 32)
        // What does not reach the model, or does not change what it is asked.
        let dearer = try snapshot { path, text in
            if path == "ios.json5" { try text.change("daily: \"3.00 USD\"", to: "daily: \"2.00 USD\"") }
        }
        #expect(try key(dearer) == key(snapshot()))
    }

    @Test(
        arguments: [
            ("ios.json5", "model: \"gemini-3.5-flash-lite\"", "model: \"gemini-3.1-flash-lite\""),
            ("ios.json5", "mediaResolution: \"low\"", "mediaResolution: \"medium\""),
            ("ios.json5", "language: \"en\"", "language: \"ja\""), ("ios.json5", "hint: false", "hint: true"),
            ("ios.json5", "maxSide: 512", "maxSide: 500"), ("ios.json5", "quality: 0.78", "quality: 0.7"),
            ("contracts/wallpaper.json5", "version: 1,", "version: 2,"),
            ("contracts/wallpaper.json5", "Classify this wallpaper.", "Sort this wallpaper."),
        ]
    )
    func isAnotherForAnotherQuestion(path: String, old: String, new: String) throws {
        let changed = try snapshot { document, text in if document == path { try text.change(old, to: new) } }
        #expect(try key(changed) != key(snapshot()))
    }

    /// What near duplicates share: the key without the picture.
    @Test func theQuestionIsAllButThePicture() throws {
        func question(_ snapshot: PolicySnapshot, origin: String = "emulator") -> [UInt8] {
            CacheKey.question(of: snapshot, origin: origin, at: .seconds(1_796_000_000))
        }
        let snapshot = try snapshot()
        #expect(question(snapshot).count == 32)
        #expect(question(snapshot) != key(snapshot))
        #expect(question(snapshot, origin: "https://api.example") != question(snapshot))
        let other = try self.snapshot { path, text in
            if path == "ios.json5" { try text.change("language: \"en\"", to: "language: \"ja\"") }
        }
        #expect(question(other) != question(snapshot))
        let far = try self.snapshot { path, text in
            if path == "ios.json5" { try text.change("near: false", to: "near: true, nearDistance: 3") }
        }
        #expect(question(far) == question(snapshot))
    }

    @Test func isAnotherForOtherBytesAndAnotherSide() throws {
        let snapshot = try snapshot()
        #expect(key(snapshot, body: 2) != key(snapshot))
        #expect(key(snapshot, origin: "https://api.example") != key(snapshot))
    }

    /// A hint's words count where they are said, and there alone.
    @Test(arguments: [false, true]) func knowsTheHintsThatAreSaid(hint: Bool) throws {
        let say = { (path: String, text: inout String) in
            if path == "ios.json5" { try text.change("hint: false", to: "hint: \(hint)") }
        }
        let other = try snapshot { path, text in
            try say(path, &text)
            if path == "contracts/wallpaper.json5" {
                try text.change("took it for a photograph.", to: "took it for a photo.")
            }
        }
        #expect((try key(other) == key(snapshot(say))) == !hint)
    }

    /// The model that answers from some day on is another one.
    @Test func followsTheModelThatServes() throws {
        let old = try snapshot { path, text in
            if path == "ios.json5" {
                try text.change("model: \"gemini-3.5-flash-lite\"", to: "model: \"gemini-2.5-flash\"")
            }
        }
        let december = Timestamp.seconds(1_796_083_200)
        #expect(try key(old, at: december) == key(snapshot(), at: december))
        #expect(try key(old) != key(snapshot()))
    }
}
