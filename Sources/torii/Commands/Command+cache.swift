import Documents
import Imaging
import Ledger
import OwnPictures
import Platform
import Server

extension Command {
    static let cachePurge = Command(
        words: ["cache", "purge"],
        group: .care,
        summary: "take wrong answers out of the caches, so that the cloud is asked again",
        options: [
            .data,
            Option(
                name: "near",
                value: "FILE|HASH",
                summary: "answers that near duplicates of this picture find; `all`: all that near duplicates find"
            ),
            Option(name: "within", value: "BITS", summary: "of --near: how far apart, 0...256 (default 31)"),
            Option(name: "decision", value: "ID", summary: "the answer that this decision paid for"),
            .json,
        ],
        examples: [
            ("torii cache purge --near photo.jpg --data data", "its near duplicates are asked about again"),
            ("torii cache purge --decision 01jd… --data data", "`torii why` names the decision an answer came from"),
        ]
    ) { invocation throws(Stop) in
        let target = try purgeTarget(invocation)
        let folder = try invocation.required("data")
        let removed: Int
        switch try await DataFolder.writing(folder, console: invocation.console, mayCreate: false) {
        case .store(let store):
            let result: Result<Int, LedgerError>
            do throws(LedgerError) {
                result = .success(try await CacheDesk(store: store, near: nil).purge(target))
            } catch {
                result = .failure(error)
            }
            await store.close()
            removed = try await stopping { () throws(LedgerError) in try result.get() }
        case .server(let control):
            removed = Int(try await control.answer("cache/purge", request(target))["removed"]?.integer ?? 0)
        }
        if invocation.has("json") {
            let report: JSON = ["outcome": "purged", "removed": .integer(Int64(removed))]
            invocation.console.out(report.text())
        } else {
            invocation.console.out(removed == 1 ? "1 answer taken out" : "\(removed) answers taken out")
        }
        return .done
    }

    private static func purgeTarget(_ invocation: Invocation) throws(Stop) -> CacheDesk.Target {
        switch (invocation.value("near"), invocation.value("decision")) {
        case (nil, let decisionID?): return .answers(decisionID: decisionID)
        case ("all"?, nil): return .allLooks
        case (let picture?, nil):
            let limit = try invocation.integer("within", in: 0...256, default: PerceptualHash.reach)
            return .looks(near: try hash(of: picture), within: limit)
        case (nil, nil), (.some, .some): throw .usage("say what is to go: --near FILE|HASH|all, or --decision ID")
        }
    }

    /// Of 64 hex digits, or of a picture.
    private static func hash(of text: String) throws(Stop) -> SIMD4<UInt64> {
        if let hash = Encoding.bytes(hex: text).flatMap({ SIMD4<UInt64>(littleEndian: $0) }) { return hash }
        let look: PerceptualHash
        do {
            look = PerceptualHash(try ImageDecoder.image(from: try FileContent.read(text, orPipe: true)))
        } catch {
            throw .failed((error as? PlatformError)?.message ?? (error as? ImagingError)?.message ?? "\(error)")
        }
        guard look.quality >= PerceptualHash.leastQuality else {
            throw .failed("`\(text)` is too plain to have near duplicates: no answer was shared for it")
        }
        return look.words
    }

    private static func request(_ target: CacheDesk.Target) -> JSON {
        switch target {
        case .allLooks: ["all": true]
        case .looks(let hash, let limit):
            ["hash": .string(Encoding.hex(hash.littleEndianBytes)), "within": .integer(Int64(limit))]
        case .answers(let decisionID): ["decision": .string(decisionID)]
        }
    }
}
