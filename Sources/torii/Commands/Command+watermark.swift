import Documents
import Gate
import Imaging
import OwnPictures
import Platform
import Workbench

extension Command {
    private static let key = Option(
        name: "key",
        value: "FILE",
        summary: "the secret: 32 bytes or more, readable by you alone"
    )

    static let watermarkEmbed = Command(
        words: ["watermark", "embed"],
        group: .gate,
        summary: "mark a picture of your own so that it is known again after crops, screenshots and messengers",
        operands: "IN OUT",
        options: [key],
        examples: [
            ("torii watermark embed --key wallpaper.key in.jpg out.jpg", "as JPEG, or as PNG when OUT ends in .png")
        ]
    ) { invocation throws(Stop) in
        guard invocation.operands.count == 2 else {
            throw .usage("say from where to where: torii watermark embed IN OUT")
        }
        let (from, to) = (invocation.operands[0], invocation.operands[1])
        let key = try watermarkKey(try invocation.required("key"))
        let marked = PilotMark.marked(try whole(from), key: key)
        do {
            let bytes = to.hasSuffix(".png") ? PNGFile.bytes(of: marked) : try ImageEncoder.jpeg(marked, quality: 0.92)
            try FileContent.write(bytes, to: to)
        } catch {
            throw .failed((error as? PlatformError)?.message ?? (error as? ImagingError)?.message ?? "\(error)")
        }
        let finding = MarkDetector(marked).finding(of: key)
        guard finding.isMarked else {
            throw .failed("`\(from)` is too small or too plain for a mark: it was written, but not found again")
        }
        invocation.console.out("\(to): marked, strength \(finding.strength.fixed(1))")
        return .done
    }

    private static func watermarkKey(_ path: String) throws(Stop) -> PilotKey {
        try Stop.failing { () throws(WorkbenchError) in try WatermarkKey.read(path) }
    }

    static let watermarkDetect = Command(
        words: ["watermark", "detect"],
        group: .gate,
        summary: "say whether pictures carry your mark",
        operands: "FILE…",
        options: [key, .json],
        examples: [("torii watermark detect --key wallpaper.key *.jpg", "exits 1 when a file was not read")]
    ) { invocation throws(Stop) in
        guard !invocation.operands.isEmpty else { throw .usage("say which pictures: torii watermark detect FILE…") }
        let key = try watermarkKey(try invocation.required("key"))
        var allRead = true
        for file in invocation.operands {
            do throws(Stop) {
                let finding = MarkDetector(try whole(file)).finding(of: key)
                invocation.console.out(invocation.has("json") ? json(file, finding).text() : text(file, finding))
            } catch {
                allRead = false
                invocation.console.err("\(file): \(error.message)")
            }
        }
        return allRead ? .done : .failed
    }

    private static func text(_ file: String, _ finding: MarkDetector.Finding) -> String {
        let mirrored = finding.isMarked && finding.isMirrored ? ", mirrored" : ""
        return "\(file): \(finding.isMarked ? "marked" : "no mark")\(mirrored), strength \(finding.strength.fixed(1)),"
            + " margin \(finding.margin.fixed(1))"
    }

    private static func json(_ file: String, _ finding: MarkDetector.Finding) -> JSON {
        [
            "file": .string(file), "match": .bool(finding.isMarked), "mirrored": .bool(finding.isMirrored),
            "strength": .double(finding.strength), "margin": .double(finding.margin), "method": "pilots",
        ]
    }

    /// A picture at its full size, within the limits of every upload.
    private static func whole(_ file: String) throws(Stop) -> RGBImage {
        do {
            let bytes = try FileContent.read(file, orPipe: true)
            let header = try ImageDecoder.header(of: bytes)
            return try ImageDecoder.image(from: bytes, maxSide: max(header.width, header.height))
        } catch {
            throw .failed((error as? PlatformError)?.message ?? (error as? ImagingError)?.message ?? "\(error)")
        }
    }
}
