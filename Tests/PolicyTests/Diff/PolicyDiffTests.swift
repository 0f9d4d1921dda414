import Documents
import Testing

@testable import Policy

/// What two folders differ in.
struct PolicyDiffTests {
    private static func diff(_ old: PolicyFolder, _ new: PolicyFolder) throws -> PolicyDiff {
        let before = try #require(old.read().set)
        let after = try #require(new.read().set)
        return PolicyDiff(from: (old.documents, before), to: (new.documents, after))
    }

    private static func edited(_ old: String, _ new: String, _ file: String = "android.json5") throws -> PolicyFolder {
        try #require(PolicyFolder.valid.replacing(old, by: new, in: file))
    }

    static let edits: [(old: String, new: String, line: String)] = [
        ("sharpness: { min: 0.18", "sharpness: { min: 0.21", "~ gate.sharpness.min    0.18  ->  0.21"),
        ("daily: \"2.40 USD\", ", "", "- budget.daily    2.40 USD"),
        ("deadline: \"800ms\"", "deadline: \"900ms\"", "~ gate.deadline    800ms  ->  900ms"),
        ("hateSpeech: \"blockOnlyHigh\"", "", "- cloud.safety.hateSpeech    blockOnlyHigh"),
        ("[\"charging\", \"wifi\"]", "[\"wifi\"]", "~ governor.backgroundNeeds    charging, wifi  ->  wifi"),
        (
            "nightWindow: \"22:00-06:00\"", "nightWindow: \"22:00-05:30\"",
            "~ governor.nightWindow    22:00-06:00  ->  22:00-05:30"
        ),
        ("impressionsPerUpload: 1.6", "impressionsPerUpload: 1.75", "~ revenue.impressionsPerUpload    1.6  ->  1.75"),
        ("background: \"#ffffff\"", "background: \"#0a0b0c\"", "~ gate.background    #ffffff  ->  #0a0b0c"),
    ]

    @Test(arguments: edits)
    func namesTheSettingAndBothValues(old: String, new: String, line: String) throws {
        let diff = try Self.diff(.valid, try Self.edited(old, new))
        #expect(diff.text == "android.json5\n  \(line)")
        #expect(diff.changes.count == 1)
        #expect(diff.textOnly.isEmpty)
    }

    /// A default that is written down, another order, a comment: the text differs, what holds does not.
    @Test(arguments: [
        ("cache: { near: false }, keepThumbnails: false,", "// nothing more"),
        ("monthly: \"60.00 USD\"", "monthly: \"60 USD\""),
        ("pause: \"5s\"", "pause: \"5000ms\""),
    ])
    func comparesWhatHoldsNotHowItIsWritten(old: String, new: String) throws {
        let diff = try Self.diff(.valid, try Self.edited(old, new))
        #expect(diff.changes.isEmpty)
        #expect(diff.textOnly == ["android.json5"])
        #expect(!diff.isEmpty)
        #expect(diff.summary == "0 settings changed, 117 unchanged, 1 with other text only")
    }

    @Test func namesWhatChangedInCatalogues() throws {
        let diff = try Self.diff(
            .valid,
            try Self.edited("output: \"7.50 USD\"", "output: \"7.25 USD\"", "prices.json5")
        )
        #expect(diff.text == "prices.json5\n  ~ models.lite-2[1].standard.output    7.50 USD  ->  7.25 USD")
        #expect(diff.changes.map(\.kind) == [.changed])
    }

    @Test func namesAWholeDocumentThatCameOrWent() throws {
        var without = PolicyFolder.valid
        let text = try #require(without.texts["android.json5"])
        without.texts["android.json5"] = nil
        without.texts["ios.json5"] = text.replacing("\"android\"", with: "\"ios\"")
        let diff = try Self.diff(.valid, without)
        #expect(Set(diff.changes.map(\.file)) == ["android.json5", "ios.json5"])
        #expect(diff.changes.filter { $0.file == "ios.json5" }.allSatisfy { $0.kind == .added })
        #expect(diff.changes.filter { $0.file == "android.json5" }.allSatisfy { $0.kind == .removed })
        #expect(diff.changes.contains { $0.file == "ios.json5" && $0.path == "phase" && $0.after == "enforce" })
    }

    @Test func findsNothingBetweenEqualFolders() throws {
        let diff = try Self.diff(.valid, .valid)
        #expect(diff.isEmpty)
        #expect(diff.text.isEmpty)
        #expect(diff.summary == "nothing differs")
    }

    /// Each setting that a document of ours names is found in the list of settings that hold, under the same path: a
    /// setting forgotten there would change unseen.
    @Test func listsEverySettingADocumentCanHave() throws {
        let set = try #require(PolicyFolder.valid.read().set)
        let document = try #require(set.document(ofProfile: "android"))
        let root = try #require(DocumentReader.read(document.bytes, file: "android.json5", dialect: .json5).root)
        let listed = try #require(set.profiles["android"]).settings
        let written = Setting.all(in: root).map(\.path)
        #expect(written.filter { path in !listed.contains { $0.path == path } } == [])
        #expect(Set(listed.map(\.path)).count == listed.count)
    }
}
