import Documents
import Gate
import Imaging
import OwnPictures
import Platform
import Policy
import SQLiteLedger
import Server
import Workbench

extension Command {
    static let gate = Command(
        words: ["gate"],
        group: .gate,
        summary: "measure and judge pictures; nothing is sent anywhere",
        operands: "FILE…",
        options: [
            .profile, .policies, .ownData, .watermarkKey,
            Option(name: "explain", value: nil, summary: "every rule, what it rests on and what would have changed it"),
            Option(
                name: "annotate",
                value: "OUT.png",
                summary: "of one picture: sharp tiles and saliency drawn beside it"
            ),
            .json,
        ],
        examples: [
            ("torii gate photo.jpg", "scores, thresholds and verdict"),
            ("torii gate photo.jpg --explain --annotate seen.png", "why, and where"),
            ("torii gate *.jpg --json --profile android", "one JSON line a file; exits 1 when one was not read"),
        ]
    ) { invocation throws(Stop) in
        guard !invocation.operands.isEmpty else { throw .usage("say which pictures: torii gate FILE…") }
        let profile = try chosenProfile(invocation)
        let drawing = invocation.value("annotate")
        if let drawing, !drawing.lowercased().hasSuffix(".png") {
            throw .usage("--annotate writes a PNG: name a file that ends with .png, found `\(drawing)`")
        }
        if drawing != nil, invocation.operands.count != 1 { throw .usage("--annotate takes one picture") }
        let own = try await ownPictures(invocation)
        var allRead = true
        for file in invocation.operands {
            let line = try await gateLine(file, profile: profile, own: own)
            if case .failure = line.seen { allRead = false }
            var explanation: GateExplanation?
            if case .success(let seen) = line.seen, invocation.has("explain") || drawing != nil {
                explanation = try explained(file, seen, profile: profile)
            }
            if let drawing, let explanation {
                try draw(explanation.image, to: drawing)
                invocation.console.err(
                    "wrote \(drawing): the picture; its tiles framed green where sharp, red where soft; what "
                        + "stands out by colour; what stands out against the border"
                )
            }
            show(line, invocation.has("explain") ? explanation : nil, invocation)
        }
        await own.close()
        return allRead ? .done : .failed
    }

    private static func show(_ line: GateLine, _ explanation: GateExplanation?, _ invocation: Invocation) {
        if invocation.has("json") {
            var json = line.json
            if let explanation, case .object(let members) = json {
                json = .object(members + [JSON.Member("explanation", explanation.json)])
            }
            invocation.console.out(json.text())
        } else {
            invocation.console.out(line.text)
            if let explanation { invocation.console.out(explanation.text) }
        }
    }

    private static func explained(_ file: String, _ seen: GateLine.Seen, profile: Profile) throws(Stop)
        -> GateExplanation
    {
        do {
            return try GateExplanation(seen, bytes: try FileContent.read(file, orPipe: true), profile: profile)
        } catch {
            throw .failed("`\(file)` changed while it was looked at")
        }
    }

    private static func draw(_ image: RGBImage, to path: String) throws(Stop) {
        do throws(PlatformError) {
            try FileContent.write(PNGFile.bytes(of: AnnotatedPicture.image(image)), to: path)
        } catch {
            throw .failed(error.message)
        }
    }

    /// The profile pictures are judged by: `--profile` out of `--policies`, else the first there is.
    /// The profile asked for; else the first one, and where there are others that is said.
    static func chosenProfile(_ invocation: Invocation) throws(Stop) -> Profile {
        let set = try PolicyFiles(folder: invocation.value("policies") ?? "policies").set(invocation.console)
        let names = set.profiles.keys.sorted()
        let name = invocation.value("profile") ?? names.first ?? ""
        guard let profile = set.profiles[name] else {
            throw .failed("there is no profile `\(name)`; known: \(names.joined(separator: ", "))")
        }
        if invocation.value("profile") == nil, names.count > 1 {
            let known = names.joined(separator: ", ")
            invocation.console.err("note: profile `\(name)`, the first of \(known): --profile takes another")
        }
        return profile
    }

    /// What pictures are compared with: the ledger and the registry of `--data`, the mark of `--key`.
    static func ownPictures(_ invocation: Invocation) async throws(Stop) -> RegisteredPictures {
        let key = try invocation.value("key").map { path throws(Stop) in
            try Stop.failing { () throws(WorkbenchError) in try WatermarkKey.read(path) }
        }
        let console = invocation.console
        let folder = invocation.value("data")
        var store: SQLiteStore?
        if let folder { store = try await DataFolder.reading(folder) }
        let looks = OwnPictures(data: folder, key: key) { condition in
            if case .damaged(let cause) = condition { console.err("pictures are not compared by look: \(cause)") }
        }
        return RegisteredPictures(store: store, looks: looks)
    }

    private static func gateLine(
        _ file: String,
        profile: Profile,
        own: RegisteredPictures
    ) async throws(Stop) -> GateLine {
        let bytes: [UInt8]
        do throws(PlatformError) {
            bytes = try FileContent.read(file, orPipe: true)
        } catch {
            return GateLine(file: file, unreadable: error.message, gate: profile.gate)
        }
        let isOwn: Bool?
        do throws(PlatformError) {
            isOwn = try await own.hasBytes(bytes)
        } catch {
            throw .failed(error.message)
        }
        return GateLine(file: file, bytes: bytes, profile: profile, isOwn: isOwn, own: own.looks)
    }
}
