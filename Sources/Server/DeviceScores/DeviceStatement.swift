import Devices
import Documents
import Ledger
import Policy

/// What a device said about the picture it sent, beside the picture: scores for the row, advice for the answer. It decides
/// nothing: the picture is here and is measured.
package struct DeviceStatement: Sendable {
    /// Nil where it sent no scores.
    let scores: DeviceScores?
    let governor: GovernorDecision
    /// Whether the policy it judges by is an old one; nil where it did not say.
    let isStale: Bool?
    let normalised: [String]
    let warnings: [String]
    /// What it calls the picture; nil where it did not say.
    let imageID: String?
    /// Where the device rejected the picture and drew it to be sent all the same; nil for any other.
    let audit: DeviceAudit?

    /// For the answer to the upload.
    var members: [JSON.Member] {
        var device: [JSON.Member] = []
        if let scores {
            device += [
                .init("scoreSpace", .string(scores.space)),
                .init("verdict", scores.verdict.map { .string($0.rawValue) } ?? .null),
                .init("reasons", .array(scores.reasons.map { .string($0.rawValue) })),
            ]
        }
        if let isStale { device.append(.init("policyRevisionStale", .bool(isStale))) }
        device += [
            .init("normalised", .array(normalised.map { .string($0) })),
            .init("warnings", .array(warnings.map { .string($0) })),
        ]
        return [.init("device", .object(device)), .init("governor", governor.json)]
    }
}
