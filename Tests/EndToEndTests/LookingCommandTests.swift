import Documents
import Foundation
import Gate
import Imaging
import Testing

/// Commands that look at pictures and send nothing.
struct LookingCommandTests {
    private static let policies = TestServer.root + "/policies"

    /// A folder with a picture that is sent and a blank one that is not.
    private static func withPictures(_ body: (_ folder: String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "torii-looking-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder + "/in", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let blank = PictureVariants.blank(width: 400, height: 300, red: 20, green: 40, blue: 80)
        try Data(try SharpPicture.jpeg(seed: 5)).write(to: URL(fileURLWithPath: folder + "/in/sharp.jpg"))
        try Data(try ImageEncoder.jpeg(blank, quality: 0.9)).write(to: URL(fileURLWithPath: folder + "/in/blank.jpg"))
        try body(folder)
    }

    private static func json(_ text: String) throws -> DocumentNode {
        try #require(DocumentReader.read(Array(text.utf8), file: "answer", dialect: .json).root)
    }

    @Test
    func explainsAVerdictAndDrawsWhatWasSeen() throws {
        try Self.withPictures { folder in
            let drawing = folder + "/seen.png"
            let result = try ToriiProcess.run(
                ["gate", folder + "/in/blank.jpg", "--explain", "--annotate", drawing, "--policies", Self.policies]
            )
            #expect(result.status == 0)
            #expect(result.output.contains("✗ low_saliency"))
            #expect(result.output.contains("✓ too_blurry"))
            let image = try ImageDecoder.image(from: [UInt8](Data(contentsOf: URL(filePath: drawing))), maxSide: 4000)
            // Four panels, three gaps of eight pixels.
            #expect(image.width == 4 * 400 + 24)
            #expect(image.height == 300)
        }
    }

    @Test
    func triesAFolderAndLeavesAPageAndAPolicy() throws {
        try Self.withPictures { folder in
            let result = try ToriiProcess.run([
                "try", folder + "/in", "--uploads-per-month", "540000", "--out", folder + "/out", "--profile", "ios",
                "--policies", Self.policies, "--json",
            ])
            #expect(result.status == 0)
            let report = try Self.json(result.output)
            #expect(report["pictures"]?.integer == 2)
            #expect(report["sent"]?.integer == 1)
            #expect(report["rejected"]?["low_saliency"]?.integer == 1)
            let everything = try #require(report["everythingSent"]?["costNanoUSD"]?.integer)
            let each = try #require(report["estimate"]?["costPerSendNanoUSD"]?.integer)
            #expect(everything == 540_000 * each)
            // Half is sent, and audits of 5 % of the other half.
            #expect(report["gated"]?["costNanoUSD"]?.integer == everything * 21 / 40)
            let page = try String(contentsOfFile: folder + "/out/rejects.html", encoding: .utf8)
            #expect(page.contains("blank.jpg"))
            #expect(page.contains("data:image/jpeg;base64,"))
            // A policy folder of its own, contracts and prices included, as `lint` and a first `serve` want it.
            #expect(try ToriiProcess.run(["policy", "lint", folder + "/out"]).status == 0)
            let applied = try ToriiProcess.run([
                "policy", "apply", "--policies", folder + "/out", "--data", folder + "/data", "--reason", "tried",
                "--yes",
            ])
            #expect(applied.output == "applied as revision 1\n")
            let policy = try String(contentsOfFile: folder + "/out/ios.json5", encoding: .utf8)
            #expect(policy.contains("phase: \"measure\","))
            #expect(policy.contains("target: { sendRate: 0.500,"))
        }
    }

    /// Another's documents are not written over; its own are, so that it can be run again.
    @Test
    func triesAgainButOverNobodyElsesPolicies() throws {
        try Self.withPictures { folder in
            let out = folder + "/out"
            let arguments = ["try", folder + "/in", "--out", out, "--profile", "ios", "--policies", Self.policies]
            #expect(try ToriiProcess.run(arguments).status == 0)
            #expect(try ToriiProcess.run(arguments).status == 0)
            try "{}".write(toFile: out + "/prices.json5", atomically: true, encoding: .utf8)
            let refused = try ToolProcess.run(ToriiProcess.binary, arguments, joinsErrors: true)
            #expect(refused.status == 1)
            #expect(refused.output.contains("`\(out)/prices.json5` is there and differs; nothing was written"))
            #expect(try String(contentsOfFile: out + "/prices.json5", encoding: .utf8) == "{}")
        }
    }

    @Test
    func saysWhenASampleProvesTooLittle() throws {
        try Self.withPictures { folder in
            let labels = folder + "/labels.csv"
            try "file,label\nsharp.jpg,good\nblank.jpg,empty\n".write(toFile: labels, atomically: true, encoding: .utf8)
            let arguments = [
                "calibrate", "--pictures", folder + "/in", "--labels", labels, "--false-rejects", "0.00018", "--out",
                folder + "/curves", "--policies", Self.policies,
            ]
            let text = try ToriiProcess.run(arguments)
            #expect(text.status == 0)
            #expect(text.output.contains("TOO SMALL: 2 pictures without one loss prove at most 77.6393 %"))
            #expect(text.output.contains("takes 16642"))
            #expect(FileManager.default.fileExists(atPath: folder + "/curves/saliencyArea.svg"))
            let curves = try Self.json(try ToriiProcess.run(arguments + ["--json"]).output)
            #expect(curves.array?.first?["score"]?.string == "saliencyArea")
            #expect(curves.array?.first?["auc"]?.double == 1)
        }
    }

    @Test(arguments: ["sharp.jpg", "sharp.jpg,fine", "file,label\nsharp.jpg,good\nsharp.jpg,bad"])
    func refusesLabelsItCannotRead(line: String) throws {
        try Self.withPictures { folder in
            let labels = folder + "/labels.csv"
            try "file,label\n\(line)\n".write(toFile: labels, atomically: true, encoding: .utf8)
            let result = try ToriiProcess.run(
                ["calibrate", "--pictures", folder + "/in", "--labels", labels, "--policies", Self.policies]
            )
            #expect(result.status == 1)
        }
    }

    @Test
    func registersPicturesByTheirLook() throws {
        try Self.withPictures { folder in
            let pictures = TestServer.root + "/Tests/Fixtures/pictures"
            let data = folder + "/data"
            let blank = folder + "/in/blank.jpg"
            let register = ["watermark", "register", pictures + "/photo-dogs.jpg", blank, "--data", data, "--json"]
            let first = try Self.json(ToriiProcess.run(register).output)
            #expect(first["new"]?.integer == 2)
            #expect(first["looks"]?["added"]?.integer == 1)
            #expect(first["looks"]?["tooPlain"]?.integer == 1)
            #expect(try Self.json(ToriiProcess.run(register).output)["looks"]?["known"]?.integer == 1)

            let bytes = try [UInt8](Data(contentsOf: URL(filePath: pictures + "/photo-dogs.jpg")))
            let copy = folder + "/copy.jpg"
            try Data(ImageEncoder.jpeg(ImageDecoder.image(from: bytes, maxSide: 300), quality: 0.6))
                .write(to: URL(filePath: copy))
            let files = [pictures + "/photo-dogs.jpg", copy, pictures + "/photo-city.jpg", blank]
            let seen = try ToriiProcess.run(["gate", "--json", "--data", data, "--policies", Self.policies] + files)
            let methods = try seen.output.split(separator: "\n").map { line in
                let watermark = try Self.json(String(line))["watermark"]
                return watermark?["match"]?.bool == true ? watermark?["method"]?.string : "none"
            }
            #expect(methods == ["exact_hash", "perceptual_hash", "none", "exact_hash"])

            // Exact bytes are registered, and known, without looks.
            try Data("no registry".utf8).write(to: URL(filePath: data + "/own/pictures.index"))
            let city = pictures + "/photo-city.jpg"
            let damaged = try ToriiProcess.run(["watermark", "register", city, "--data", data, "--json"])
            #expect(damaged.status == 1)
            #expect(try Self.json(damaged.output)["new"]?.integer == 1)
            let known = try ToriiProcess.run([
                "gate", "--json", "--data", data, "--policies", Self.policies, city, copy,
            ])
            let matches = try known.output.split(separator: "\n").map { line in
                try Self.json(String(line))["watermark"]?["match"]?.bool
            }
            #expect(matches == [true, false])
        }
    }

    /// `try` and a plan over pictures know what `gate` knows: bytes of plain pictures, looks of the others.
    @Test
    func triesAndPlansWithOurOwnPicturesKnown() throws {
        try Self.withPictures { folder in
            let data = folder + "/data"
            let sharp = [UInt8](try Data(contentsOf: URL(filePath: folder + "/in/sharp.jpg")))
            let policies = ["--policies", Self.policies]
            #expect(
                try ToriiProcess.run(["policy", "apply", "--data", data, "--yes", "--reason", "a test"] + policies)
                    .status == 0
            )
            let register = ["watermark", "register", folder + "/in", "--data", data]
            #expect(try ToriiProcess.run(register).status == 0)
            // The blank one stays as it is, and is known by its bytes alone.
            try Data(ImageEncoder.jpeg(ImageDecoder.image(from: sharp, maxSide: 200), quality: 0.7))
                .write(to: URL(filePath: folder + "/in/sharp.jpg"))
            let tried = ["try", folder + "/in", "--out", folder + "/out", "--profile", "ios", "--json"] + policies
            let with = try Self.json(ToriiProcess.run(tried + ["--data", data]).output)
            #expect(with["sent"]?.integer == 0)
            #expect(with["rejected"]?["own_watermark"]?.integer == 1)
            #expect(with["rejected"]?["low_saliency"]?.integer == 1)
            let without = try Self.json(ToriiProcess.run(tried).output)
            #expect(without["sent"]?.integer == 1)

            let plan = ["policy", "plan", Self.policies, "--data", data, "--pictures", folder + "/in", "--json"]
            let planned = try Self.json(ToriiProcess.run(plan).output)
            let ios = planned["profiles"]?.array?.first { $0["profile"]?.string == "ios" }
            #expect(ios?["proposed"]?["sent"]?.integer == 0)
            #expect(ios?["proposed"]?["rejects"]?["own_watermark"]?.integer == 1)
        }
    }

    @Test
    func purgesTheCachesOfAFolder() throws {
        try Self.withPictures { folder in
            let data = folder + "/data"
            let purge = ["cache", "purge", "--data", data]
            #expect(try ToriiProcess.run(purge + ["--near", "all"]).status == 1)
            let apply = ["policy", "apply", "--data", data, "--yes", "--reason", "a test", "--policies", Self.policies]
            #expect(try ToriiProcess.run(apply).status == 0)
            for target in [["--near", "all"], ["--near", folder + "/in/sharp.jpg"], ["--decision", "01jd"]] {
                let result = try ToriiProcess.run(purge + target)
                #expect(result.status == 0)
                #expect(result.output == "0 answers taken out\n")
            }
            let hash = String(repeating: "0f", count: 32)
            let json = try Self.json(ToriiProcess.run(purge + ["--near", hash, "--within", "3", "--json"]).output)
            #expect(json["removed"]?.integer == 0)
            // A blank picture never shared an answer; a hash has 64 digits.
            #expect(try ToriiProcess.run(purge + ["--near", folder + "/in/blank.jpg"]).status == 1)
            #expect(try ToriiProcess.run(purge + ["--near", "0f0f"]).status == 1)
            for wrong in [[], ["--near", "all", "--decision", "01jd"], ["--near", hash, "--within", "257"]] {
                #expect(try ToriiProcess.run(purge + wrong).status == 2)
            }
        }
    }

    @Test
    func marksAPictureAndKnowsItAgain() throws {
        try Self.withPictures { folder in
            let key = folder + "/secret.key"
            try Data((0..<32).map { UInt8($0) }).write(to: URL(filePath: key))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
            let picture = TestServer.root + "/Tests/Fixtures/pictures/photo-dogs.jpg"
            let marked = folder + "/marked.jpg"
            #expect(try ToriiProcess.run(["watermark", "embed", "--key", key, picture, marked]).status == 0)
            let result = try ToriiProcess.run(["watermark", "detect", "--key", key, marked, picture, "--json"])
            let found = try result.output.split(separator: "\n").map { try Self.json(String($0))["match"]?.bool }
            #expect(found == [true, false])
            let gate = ["gate", "--json", "--policies", Self.policies, marked, picture]
            let seen = try ToriiProcess.run(gate + ["--key", key]).output.split(separator: "\n")
            let methods = try seen.map { try Self.json(String($0))["watermark"]?["method"]?.string ?? "none" }
            #expect(methods == ["pilots", "none"])
            #expect(try ToriiProcess.run(gate + ["--key", folder + "/none.key"]).status == 1)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
            #expect(try ToriiProcess.run(["watermark", "detect", "--key", key, marked]).status == 1)
        }
    }
}
