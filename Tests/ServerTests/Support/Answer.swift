import Documents
import Platform
import Testing

/// An answer, read.
struct Answer: Sendable {
    let status: Int
    /// By lower-case name.
    let headers: [String: String]
    let body: [UInt8]

    init(_ response: HTTPClient.Response) {
        self.init(status: response.status, headers: response.headers, body: response.body)
    }

    /// Of a response in process.
    init(_ response: HTTPResponse) {
        guard case .bytes(let body) = response.body else {
            self.init(status: response.status, headers: response.headers, body: [])
            return
        }
        self.init(status: response.status, headers: response.headers, body: body)
    }

    private init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
        self.status = status
        self.headers = Dictionary(
            headers.map { ($0.name.lowercased(), $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
        self.body = body
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The whole document; nil when the body is none.
    var root: DocumentNode? { DocumentReader.read(body, file: "answer", dialect: .json).root }

    /// The value at `a.b.c`; numbers count in lists.
    subscript(path: String) -> DocumentNode? {
        var node = root
        for part in path.split(separator: ".") {
            if let index = Int(part), let items = node?.array {
                node = items.indices.contains(index) ? items[index] : nil
            } else {
                node = node?[String(part)]
            }
        }
        return node
    }

    func string(_ path: String) -> String? { self[path]?.string }
    func integer(_ path: String) -> Int64? { self[path]?.integer }
    func strings(_ path: String) -> [String]? { self[path]?.array?.compactMap(\.string) }

    var reasons: [String]? { strings("reasons") }
    var decision: String? { headers["torii-decision"] }
}
