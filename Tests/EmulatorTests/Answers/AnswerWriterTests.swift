import Documents
import Gate
import Platform
import TestSupport
import Testing

@testable import Emulator

@Suite struct AnswerWriterTests {
    private func facts(_ image: RGBImage) -> PictureFacts { PictureFacts(image, Scorer.measurement(of: image)) }

    private func answer(_ facts: PictureFacts, seed: UInt64) throws -> DocumentNode {
        let schema = try AnswerSchema(try Requests.node(Requests.schema.encoded()), dialect: .proto)
        var writer = AnswerWriter(facts: facts, draw: Draw(seed: seed, subject: Array("\(facts)".utf8)))
        return try Requests.node(writer.value(schema).encoded())
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>) func keepsToTheSchema(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let base = (Int(random.next() % 256), Int(random.next() % 256), Int(random.next() % 256))
        let step = Int(random.next() % 40)
        let image = Pictures.image(40 + Int(random.next() % 60), 40 + Int(random.next() % 60)) { x, y in
            (base.0 + x * step % 90, base.1 + y * step % 70, base.2 + (x ^ y) * step % 50)
        }
        let node = try answer(facts(image), seed: seed)
        let keys = try #require(node.object).map(\.key)
        #expect(keys == Requests.order || keys == Requests.order.filter { $0 != "secondaryCategory" })
        let primary = try #require(node["primaryCategory"]?.string)
        #expect(Requests.categories.contains(primary))
        if let second = node["secondaryCategory"], !second.isNull {
            let second = try #require(second.string)
            #expect(Requests.categories.contains(second) && second != primary)
        }
        #expect(Requests.moods.contains(try #require(node["mood"]?.string)))
        let tags = try #require(node["recommendedTags"]?.array).compactMap(\.string)
        #expect((3...6).contains(tags.count) && Set(tags).count == tags.count, "\(tags)")
        #expect(tags.allSatisfy { $0.wholeMatch(of: /[a-z0-9]+(_[a-z0-9]+)*/) != nil }, "\(tags)")
        let colors = try #require(node["dominantColors"]?.array).compactMap(\.string)
        #expect((1...3).contains(colors.count))
        #expect(colors.allSatisfy { $0.wholeMatch(of: /#[0-9a-f]{6}/) != nil }, "\(colors)")
        let screens = try #require(node["suitableScreenTypes"]?.array).compactMap(\.string)
        #expect((1...4).contains(screens.count) && Set(screens).isSubset(of: Requests.screens))
    }

    @Test func seesWhatIsInThePicture() throws {
        let meadow = facts(Pictures.image(90, 60) { x, y in (40, 150 + (x * y) % 60, 50) })
        #expect(meadow.green > 0.9)
        #expect(try answer(meadow, seed: 1)["primaryCategory"]?.string == "nature")
        let night = facts(Pictures.image(60, 90) { x, y in x == y ? (200, 200, 220) : (4, 5, 14) })
        #expect(night.brightness < 0.1)
        // A little noise decides between moods that fit almost alike: what counts is what most seeds say.
        let moods = try (1...40).map { try answer(night, seed: $0)["mood"]?.string }
        #expect(moods.count { $0 == "mysterious" } > 20, "\(moods)")
        let color = try #require(try answer(meadow, seed: 1)["dominantColors"]?.array?.first?.string)
        #expect(color.hasPrefix("#2") || color.hasPrefix("#3"), "\(color)")
    }

    @Test func givesPortraitsToPhonesAndLandscapesToDesktops() throws {
        let tall = facts(Pictures.image(40, 90) { x, y in (x * 5, y * 2, 90) })
        let wide = facts(Pictures.image(90, 40) { x, y in (x * 2, y * 5, 90) })
        let tallScreens = try answer(tall, seed: 3)["suitableScreenTypes"]?.array?.compactMap(\.string) ?? []
        let wideScreens = try answer(wide, seed: 3)["suitableScreenTypes"]?.array?.compactMap(\.string) ?? []
        #expect(tallScreens.contains("iphone_lock") && !tallScreens.contains("mac_desktop"))
        #expect(wideScreens.contains("mac_desktop") && !wideScreens.contains("iphone_lock"))
    }

    @Test func fillsEveryKindOfValue() throws {
        let text =
            #"{"type":"OBJECT","properties":{"flag":{"type":"BOOLEAN"},"count":{"type":"INTEGER","minimum":4,"#
            + #""maximum":6},"share":{"type":"NUMBER","minimum":2,"maximum":3},"title":{"type":"STRING","maxLength":5},"#
            + #""long":{"type":"STRING","minLength":200},"words":{"type":"ARRAY","items":{"type":"STRING"},"#
            + #""minItems":12,"maxItems":12},"colors":{"type":"ARRAY","items":{"type":"STRING"},"minItems":5},"#
            + #""boxes":{"type":"ARRAY","items":{"type":"OBJECT","properties":{"x":{"type":"INTEGER"}},"required":["x"]},"#
            + #""minItems":2,"maxItems":2},"accent":{"type":"STRING","pattern":"^#[0-9a-f]{6}$"},"#
            + #""none":{"type":"ARRAY","items":{"type":"STRING","enum":["a","b"]},"maxItems":0}},"#
            + #""required":["flag","count","share","title","long","words","colors","boxes","accent","none"]}"#
        let schema = try AnswerSchema(try Requests.node(text), dialect: .proto)
        var writer = AnswerWriter(facts: .none, draw: Draw(seed: 5, subject: [1]))
        let node = try Requests.node(writer.value(schema).encoded())
        #expect(node["flag"]?.bool != nil)
        #expect((4...6).contains(try #require(node["count"]?.integer)))
        #expect((2.0...3.0).contains(try #require(node["share"]?.double)))
        #expect(node["title"]?.string?.count == 5)
        #expect(node["long"]?.string?.count == 200)
        let words = node["words"]?.array?.compactMap(\.string) ?? []
        #expect(words.count == 12 && Set(words).count == 12)
        #expect(node["colors"]?.array?.count == 5)
        #expect(node["boxes"]?.array?.compactMap { $0["x"]?.integer }.count == 2)
        #expect(node["accent"]?.string == "#808080")
        #expect(node["none"]?.array == [])
    }

    @Test func drawsOptionalAndNullableValuesBothWays() throws {
        let text = #"{"type":"OBJECT","properties":{"a":{"type":"BOOLEAN"},"b":{"type":"BOOLEAN","nullable":true}}}"#
        let schema = try AnswerSchema(try Requests.node(text), dialect: .proto)
        var absent = 0
        var null = 0
        for subject in 0..<100 as Range<UInt8> {
            var writer = AnswerWriter(facts: .none, draw: Draw(seed: 5, subject: [subject]))
            let node = try Requests.node(writer.value(schema).encoded())
            if node["a"] == nil { absent += 1 }
            if node["b"]?.isNull == true { null += 1 }
        }
        #expect((1..<60).contains(absent) && (1..<60).contains(null), "\(absent), \(null)")
    }

    @Test func givesAnotherAnswerForAnotherSeed() throws {
        let picture = facts(Pictures.image(60, 60) { x, y in (x * 4, y * 4, 128) })
        let answers = try (1...20 as ClosedRange<UInt64>).map { JSON(try answer(picture, seed: $0)) }
        #expect(Set(answers).count > 5)
        #expect(try answers[0] == JSON(answer(picture, seed: 1)))
    }
}
