package import Control
package import Documents
import Platform

/// Where certificates rest between two runs of the server: one file a profile in the data folder, with a checksum.
///
/// Whatever cannot be read whole counts as missing: the gate is then conservative, never stricter.
struct CertificateShelf: Sendable {
    private let folder: String

    init(folder: String) { self.folder = folder }

    private func path(_ name: DialName) -> String { "\(folder)/certificate-\(name.fileStem).json" }

    /// Keeps a certificate. Blocking.
    func put(_ certificate: Certificate, _ name: DialName) throws(PlatformError) {
        let body = certificate.json(name).text()
        let sum = Encoding.hex(Crypto.sha256(Array(body.utf8)))
        let document: JSON = ["certificate": .string(body), "sha256": .string(sum)]
        try FileContent.write(document.encoded(), to: path(name), mode: 0o600)
    }

    /// The certificate of a dial; nil when there is none, or it is damaged. Blocking.
    func certificate(_ name: DialName) -> Certificate? {
        // Missing and damaged are the same here: no certificate.
        guard let bytes = try? FileContent.read(path(name)),
            let root = DocumentReader.read(bytes, file: "certificate", dialect: .json).root,
            let body = root["certificate"]?.string,
            root["sha256"]?.string == Encoding.hex(Crypto.sha256(Array(body.utf8))),
            let inner = DocumentReader.read(Array(body.utf8), file: "certificate", dialect: .json).root,
            inner["scoreSpace"]?.string == name.space, inner["profile"]?.string == name.profile
        else { return nil }
        return Certificate(inner)
    }
}

extension Certificate {
    /// As it rests on disk and as operators read it.
    package func json(_ name: DialName) -> JSON {
        [
            "profile": .string(name.profile), "scoreSpace": .string(name.space), "pathWeight": .double(pathWeight),
            "sharpness": sharpness.json, "saliencyArea": area.json,
            "uploads": .integer(Int64(uploads)), "falseRejects": .integer(Int64(falseRejects)),
            "bound": .double(bound), "confidence": .double(confidence),
            "from": .integer(from), "to": .integer(to),
        ]
    }

    init?(_ node: DocumentNode) {
        guard let sharpness = node["sharpness"].flatMap(Gate.init), let area = node["saliencyArea"].flatMap(Gate.init),
            let weight = node["pathWeight"]?.double, (0.1...1).contains(weight),
            let uploads = node["uploads"]?.integer, let falseRejects = node["falseRejects"]?.integer,
            let bound = node["bound"]?.double, let confidence = node["confidence"]?.double,
            let from = node["from"]?.integer, let to = node["to"]?.integer
        else { return nil }
        self.init(
            pathWeight: weight,
            sharpness: sharpness,
            area: area,
            uploads: Int(uploads),
            falseRejects: Int(falseRejects),
            bound: bound,
            confidence: confidence,
            from: from,
            to: to
        )
    }
}

extension Certificate.Gate {
    fileprivate var json: JSON {
        [
            "ceiling": .double(ceiling), "ceilingRank": .double(ceilingRank), "floor": .double(floor),
            "conservative": .double(conservative),
        ]
    }

    fileprivate init?(_ node: DocumentNode) {
        guard let ceiling = node["ceiling"]?.double, let rank = node["ceilingRank"]?.double,
            let floor = node["floor"]?.double, let conservative = node["conservative"]?.double,
            [ceiling, rank, floor, conservative].allSatisfy({ (0...1).contains($0) })
        else { return nil }
        self.init(ceiling: ceiling, ceilingRank: rank, floor: floor, conservative: conservative)
    }
}
