package import Documents
import Economics
package import Gate
package import Imaging
package import OwnPictures
import Platform
package import Policy
import Server

/// How a picture was known as one of our own.
enum OwnMethod: String, Sendable {
    case exactHash = "exact_hash"
    case perceptualHash = "perceptual_hash"
    case pilots

    init?(isOwn: Bool?, _ match: OwnPictures.Match?) {
        switch (isOwn, match) {
        case (true?, _): self = .exactHash
        case (_, .mark): self = .pilots
        case (_, .look): self = .perceptualHash
        case (_, nil): return nil
        }
    }
}

/// What the gate says of one file: one line of JSON, or a few lines for people.
package struct GateLine: Sendable {
    package struct Seen: Sendable {
        package let header: ImageHeader
        package let measurement: Measurement
        let evidence: Evidence
        package let fate: Fate
        /// How it was known as one of our own; nil when it was not.
        let own: OwnMethod?
        let isOwnChecked: Bool
        let decodeMicros: Int64
        let measureMicros: Int64
    }

    /// Why a file was not seen.
    package struct Failure: Error, Sendable {
        package let code: String
        package let message: String
    }

    package let file: String
    package let thresholds: Thresholds
    package let seen: Result<Seen, Failure>

    /// Reads, decodes, measures and judges one file. `isOwn`: whether its bytes are registered; nil when nobody looked. `own`:
    /// pictures it may look like.
    package init(file: String, bytes: [UInt8], profile: Profile, isOwn: Bool?, own: OwnPictures? = nil) {
        let gate = profile.gate
        self.file = file
        let thresholds = Thresholds.start(of: gate)
        self.thresholds = thresholds
        seen = Result { () throws(ImagingError) in
            let header = try ImageDecoder.header(of: bytes)
            let measured = try MeasuredPicture.measured(from: bytes, background: gate.background, own: own)
            var evidence = measured.evidence(ownWatermark: isOwn)
            if !gate.ownWatermark { evidence.ownWatermark = nil }
            return Seen(
                header: header,
                measurement: measured.measurement,
                evidence: evidence,
                fate: Fate.of(
                    Self.finding(evidence, profile: profile, thresholds: thresholds),
                    phase: .enforce,
                    auditShare: 0,
                    auditDrawn: false
                ),
                own: OwnMethod(isOwn: isOwn, measured.own),
                isOwnChecked: isOwn != nil || measured.isOwnChecked,
                decodeMicros: measured.decodeMicros,
                measureMicros: measured.measureMicros
            )
        }.mapError { Failure(code: $0.code.rawValue, message: $0.message) }
    }

    /// As the server finds: thresholds never cross score spaces, and a gate that is off sends.
    private static func finding(_ evidence: Evidence, profile: Profile, thresholds: Thresholds) -> GateFinding {
        guard profile.gate.enabled else { return .disabled }
        guard profile.scoreSpace == Measurement.scoreSpace else { return .unknownScoreSpace }
        return .judged(Judge.judgement(of: evidence, settings: profile.gate, thresholds: thresholds))
    }

    /// A file that could not be read at all.
    package init(file: String, unreadable message: String, gate: GateSettings) {
        self.file = file
        thresholds = Thresholds.start(of: gate)
        seen = .failure(Failure(code: "cannot_read", message: message))
    }

    package var json: JSON {
        switch seen {
        case .failure(let error):
            [
                "file": .string(file), "ok": false,
                "error": ["code": .string(error.code), "message": .string(error.message)],
            ]
        case .success(let seen):
            [
                "file": .string(file), "ok": true,
                "format": .string(seen.header.format.rawValue),
                "width": .integer(Int64(seen.header.width)),
                "height": .integer(Int64(seen.header.height)),
                "scoreSpace": .string(Measurement.scoreSpace),
                "scores": seen.measurement.scoresJSON,
                "raw": seen.measurement.rawJSON,
                "coarse": [
                    "category": .string(seen.measurement.coarse.category.rawValue),
                    "confidence": .double(seen.measurement.coarse.confidence),
                ],
                "dominantColors": .array(seen.measurement.dominantColors.map { .string($0.hex) }),
                "watermark": [
                    "match": .bool(seen.own != nil),
                    "checked": .bool(seen.isOwnChecked),
                    "method": seen.own.map { .string($0.rawValue) } ?? .null,
                ],
                "thresholds": [
                    "sharpness": .double(thresholds.sharpness),
                    "saliencyArea": .double(thresholds.saliencyArea),
                ],
                "verdict": .string(seen.fate.verdict.rawValue),
                "reasons": .array(seen.fate.reasons.map { .string($0.rawValue) }),
                "elapsedMs": [
                    "decode": .double(Double(seen.decodeMicros) / 1000),
                    "measure": .double(Double(seen.measureMicros) / 1000),
                ],
            ]
        }
    }

    package var text: String {
        switch seen {
        case .failure(let error): return "\(file): \(error.code): \(error.message)"
        case .success(let seen):
            let scores = seen.measurement
            let reasons = seen.fate.reasons.map(\.rawValue).joined(separator: ", ")
            return """
                \(file): \(seen.fate.verdict.rawValue) (\(reasons))
                  \(seen.header.format.rawValue) \(seen.header.width) x \(seen.header.height)\
                , \(scores.coarse.category.rawValue) \(scores.coarse.confidence.fixed(2))
                  sharpness       \(scores.sharpness.fixed(3))   threshold \(thresholds.sharpness.fixed(3))
                  attention area  \(scores.attentionArea.fixed(3))   threshold \(thresholds.saliencyArea.fixed(3))
                  objectness area \(scores.objectnessArea.fixed(3))   threshold \(thresholds.saliencyArea.fixed(3))
                  range \(scores.range.fixed(1)) delta-E, texture \(scores.texture.fixed(3))
                """
        }
    }
}
