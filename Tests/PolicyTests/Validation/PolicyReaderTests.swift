import Documents
import Economics
import Testing

@testable import Policy

@Suite("Policy documents")
struct PolicyReaderTests {
    @Test(arguments: Spoiled.gates + Spoiled.spaces + Spoiled.budgets + Spoiled.catalogues)
    func refusesAFolderWithOneMistake(_ spoiled: Spoiled) throws {
        let folder = try #require(PolicyFolder.valid.replacing(spoiled.old, by: spoiled.new, in: spoiled.file))
        let result = folder.read()
        #expect(result.diagnostics.map(\.line) == spoiled.expected)
        #expect(result.set == nil)
    }

    @Test(arguments: Spoiled.remarks + Spoiled.spaceRemarks)
    func takesAFolderWithARemark(_ spoiled: Spoiled) throws {
        let folder = try #require(PolicyFolder.valid.replacing(spoiled.old, by: spoiled.new, in: spoiled.file))
        let result = folder.read()
        #expect(result.diagnostics.map(\.line) == spoiled.expected)
        #expect(result.set?.profiles["android"] != nil)
    }

    @Test func takesTheValidFolderWithoutARemark() throws {
        let result = PolicyFolder.valid.read()
        #expect(result.diagnostics == [])
        let profile = try #require(result.set?.profiles["android"])
        #expect(profile.gate.sharpness == GateSettings.Range(min: 0.18, floor: 0.05, ceiling: 0.4))
        #expect(profile.gate.deadline == .milliseconds(800))
        #expect(
            profile.revenue
                == RevenueSettings(ecpm: Money(nanoUSD: 2_520_000_000), impressionsPerUploadMicros: 1_600_000)
        )
        #expect(profile.budget.monthly == Money(nanoUSD: 60_000_000_000))
        #expect(profile.budget.daily == Money(nanoUSD: 2_400_000_000))
        #expect(profile.cloud.safety == [.hateSpeech: .blockOnlyHigh])
        #expect(profile.governor.nightWindow == GovernorSettings.NightWindow(startMinute: 1320, endMinute: 360))
    }

    @Test func keepsTheBytesOfEveryDocument() throws {
        let documents = PolicyFolder.valid.documents
        let set = try #require(PolicyFolder.valid.read().set)
        #expect(set.documents == documents)
    }

    @Test func namesTheMistakesOfAllDocumentsAtOnceInOrder() throws {
        var folder = PolicyFolder.valid
        for (old, new, file) in [
            ("sendRate: 0.41", "sendRate: 41", "android.json5"),
            ("contract: \"wall\"", "contract: \"hall\"", "android.json5"),
            ("version: 1", "version: -1", "contracts/wall.json5"), ("sampling: true", "sampling: 1", "models.json5"),
            ("\"1.50 USD\"", "\"1.50\"", "prices.json5"),
        ] {
            folder = try #require(folder.replacing(old, by: new, in: file))
        }
        let places = folder.read().diagnostics.map { "\($0.file):\($0.start?.line ?? 0) \($0.code)" }
        #expect(
            places == [
                "android.json5:9 policy.range", "android.json5:14 policy.reference",
                "contracts/wall.json5:2 policy.range",
                "models.json5:3 policy.type", "prices.json5:11 policy.value",
            ]
        )
    }

    @Test func asksForPricesAndModels() {
        let result = PolicyReader.read([], knownZones: PolicyFolder.zones, now: PolicyFolder.now)
        #expect(
            result.diagnostics.map(\.line) == [
                "models.json5 error [policy.file] -: models.json5 is missing",
                "prices.json5 error [policy.file] -: prices.json5 is missing",
            ]
        )
        #expect(result.set == nil)
    }

    @Test func blamesNoProfileForACatalogueThatCannotBeRead() {
        var folder = PolicyFolder.valid
        folder.texts["prices.json5"] = "{"
        folder.texts["models.json5"] = "{"
        folder.texts["contracts/wall.json5"] = "{"
        #expect(folder.read().diagnostics.allSatisfy { $0.code == "json.syntax" })
        #expect(Set(folder.read().diagnostics.map(\.file)).count == 3)
    }

    @Test func refusesDocumentsWhereNoneIsRead() {
        var folder = PolicyFolder.valid
        folder.texts["old/android.json5"] = "{}"
        folder.texts["notes.txt"] = "hello"
        folder.texts["schema/profile.json"] = "not even JSON"
        #expect(
            folder.read().diagnostics.map { "\($0.file) \($0.code)" } == [
                "notes.txt policy.file", "old/android.json5 policy.file",
            ]
        )
    }

    @Test func refusesTwoFilesOfOneName() throws {
        var folder = PolicyFolder.valid
        folder.texts["android.json"] = folder.texts["android.json5"]
        #expect(
            folder.read().diagnostics.map(\.line) == [
                "android.json5 error [policy.duplicate] -: there are two documents `android`"
            ]
        )
    }

    @Test func saysWhereAProfileOfTheSameNameStands() {
        var folder = PolicyFolder.valid
        folder.texts["tablet.json5"] = folder.texts["android.json5"]
        #expect(
            folder.read().diagnostics.map(\.line) == [
                "tablet.json5:2:9 error [policy.name] name: name must be `tablet`, the name of its file, found `android`",
                "tablet.json5:2:9 error [policy.duplicate] name: the profile `android` stands in android.json5 already",
            ]
        )
    }

    @Test func takesPlainJSON() throws {
        var folder = PolicyFolder.valid
        folder.texts["tv.json"] = """
            {"name": "tv", "scoreSpace": "torii/1", "phase": "measure",
             "gate": {"sharpness": {"min": 0.2}, "saliencyArea": {"min": 0.05}}, "target": {"sendRate": 1},
             "revenue": {"ecpm": "1 USD", "impressionsPerUpload": 2}, "budget": {"monthly": "5 USD", "timeZone": "UTC"},
             "cloud": {"model": "lite-2", "contract": "wall"}}
            """
        let result = folder.read()
        #expect(result.diagnostics == [])
        let profile = try #require(result.set?.profiles["tv"])
        #expect(profile.gate.sharpness == GateSettings.Range(min: 0.2, floor: 0.2, ceiling: 0.2))
        #expect(profile.gate.deadline == ProfileDefaults.gateDeadline)
        #expect(
            profile.falseRejects == FalseRejectSettings(max: 0.00018, goal: 0.0001, confidence: 0.95, auditShare: 0.05)
        )
        #expect(profile.governor == ProfileDefaults.governor)
        #expect(profile.target.mode == .off)
        #expect(profile.cloud.language == "en")
        #expect(profile.cloud.imageMaxSide == 512)
        #expect(profile.budget.daily == nil)
    }

    @Test func readsHintsByWhatTheGateSees() throws {
        var folder = PolicyFolder.valid
        for (path, old, new) in [
            (
                "contracts/wall.json5", #"user: "Label this one.""#,
                #"user: "Label this one.", hints: { photoLike: "Perhaps a photo.", abstract: "Perhaps none." }"#
            ), ("android.json5", #"language: "en""#, #"language: "en", hint: true"#),
        ] {
            let text = try #require(folder.texts[path])
            try #require(text.contains(old))
            folder.texts[path] = text.replacing(old, with: new)
        }
        let result = folder.read()
        #expect(result.diagnostics.filter { $0.severity == .error } == [])
        let set = try #require(result.set)
        #expect(set.profiles["android"]?.cloud.hint == true)
        #expect(
            set.contracts["wall"]?.prompts["en"]?.hints
                == [.photoLike: "Perhaps a photo.", .abstract: "Perhaps none."]
        )
        #expect(PolicyFolder.valid.read().set?.profiles["android"]?.cloud.hint == false)
    }

    @Test func explainsEveryCodeInOneLine() {
        for code in PolicyCode.allCases {
            #expect(code.rawValue.hasPrefix("policy."))
            #expect(!code.explanation.isEmpty && !code.explanation.contains("\n"))
        }
    }
}
