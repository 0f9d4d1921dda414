internal import Devices
internal import Documents
import Foundation
internal import Policy

/// A policy whose signature held.
struct VerifiedPolicy: Sendable {
    let policy: DevicePolicy
    let kept: KeptPolicy
}

/// Turns bytes that came over a network, or from a disk, into a policy, or into nothing.
struct SignedPolicyReader {
    let configuration: ToriiClient.Configuration
    let verifier: any SignatureVerifier

    /// Nil unless one of the bundled keys signed exactly these bytes, for this profile and this score space.
    func policy(of kept: KeptPolicy) -> VerifiedPolicy? {
        guard let (keyID, signature) = Self.parts(of: kept.signature), signature.count == 64,
            let key = configuration.publicKeys[keyID], key.count == 32,
            verifier.isValid(signature, of: Data(DevicePolicy.signedPrefix.utf8) + kept.body, publicKey: key)
        else { return nil }
        let read = DocumentReader.read(Array(kept.body), file: "policy", dialect: .json)
        guard let policy = read.root.flatMap(DevicePolicy.init(json:)), policy.profile == configuration.profile,
            policy.scoreSpace == configuration.scoreSpace
        else { return nil }
        return VerifiedPolicy(policy: policy, kept: kept)
    }

    /// Of `keyid="k1", alg="ed25519", sig=:BASE64:`.
    static func parts(of header: String) -> (keyID: String, signature: Data)? {
        var members: [String: String] = [:]
        for field in header.split(separator: ",") {
            let parts = field.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            members[parts[0].trimmingCharacters(in: .whitespaces)] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        guard members["alg"] == "\"ed25519\"", let id = members["keyid"], let text = members["sig"],
            id.count > 2, id.hasPrefix("\""), id.hasSuffix("\""), text.count > 2, text.hasPrefix(":"),
            text.hasSuffix(":"), let signature = Data(base64Encoded: String(text.dropFirst().dropLast()))
        else { return nil }
        return (String(id.dropFirst().dropLast()), signature)
    }
}
