import Documents

/// The body that makes a batch of `generateContent` requests. Each is copied once, as it would be sent alone.
enum BatchBody {
    /// - Parameters:
    ///   - name: By which the batch is found again.
    ///   - requests: Each a whole `generateContent` body, with the key its answer comes back under.
    /// Complexity: linear in the bodies.
    static func bytes(name: String, requests: [(key: String, body: [UInt8])]) -> [UInt8] {
        var bytes = [UInt8]("{\"batch\":{\"displayName\":".utf8)
        bytes.reserveCapacity(requests.reduce(256) { $0 + $1.body.count + $1.key.utf8.count + 48 })
        bytes.append(contentsOf: JSON.string(name).encoded())
        bytes.append(contentsOf: ",\"inputConfig\":{\"requests\":{\"requests\":[".utf8)
        for (index, request) in requests.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(contentsOf: "{\"request\":".utf8)
            bytes.append(contentsOf: request.body)
            bytes.append(contentsOf: ",\"metadata\":{\"key\":".utf8)
            bytes.append(contentsOf: JSON.string(request.key).encoded())
            bytes.append(contentsOf: "}}".utf8)
        }
        bytes.append(contentsOf: "]}}}}".utf8)
        return bytes
    }
}
