import Economics
import Platform
import Policy

/// What makes two uploads the same question to the cloud: the bytes and all of the contract that shapes the answer.
/// Not the profile: clients of every platform share what was paid for.
enum CacheKey {
    /// 32 bytes.
    ///
    /// - Parameters:
    ///   - origin: Which API answers; an emulator's answers stay apart.
    ///   - moment: Retired models are served by their fallback from some day on.
    static func bytes(bodyHash: [UInt8], snapshot: PolicySnapshot, origin: String, at moment: Timestamp) -> [UInt8] {
        sum(of: [Encoding.hex(bodyHash)] + question(snapshot, origin: origin, at: moment))
    }

    /// The same without the picture: what answers that near duplicates share have in common. 32 bytes.
    static func question(of snapshot: PolicySnapshot, origin: String, at moment: Timestamp) -> [UInt8] {
        sum(of: question(snapshot, origin: origin, at: moment))
    }

    private static func question(_ snapshot: PolicySnapshot, origin: String, at moment: Timestamp) -> [String] {
        let cloud = snapshot.profile.cloud
        let contract = snapshot.contract
        let prompt = contract.prompts[cloud.language]
        var parts = [
            contract.name,
            "\(contract.version)",
            prompt?.system ?? "",
            prompt?.user ?? "",
            "\(contract.fields)",
            snapshot.set.servingModel(for: cloud.model, at: moment),
            origin,
            "\(snapshot.profile.gate.background)",
            "\(cloud.imageMaxSide)",
            "\(cloud.imageQuality)",
            cloud.mediaResolution.rawValue,
        ]
        if cloud.hint {
            parts += (prompt?.hints ?? [:]).sorted { $0.key.rawValue < $1.key.rawValue }
                .flatMap { [$0.key.rawValue, $0.value] }
        }
        return parts
    }

    private static func sum(of parts: [String]) -> [UInt8] {
        // Every part carries its length, so no two lists of parts read alike.
        Crypto.sha256(Array(parts.map { "\($0.utf8.count):\($0)" }.joined(separator: "\n").utf8))
    }
}
