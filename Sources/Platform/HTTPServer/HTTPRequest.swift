/// One request as it came in, its body complete.
package struct HTTPRequest: Sendable {
    package let method: String
    /// Percent-decoded, without query.
    package let path: String
    /// In order, percent-decoded.
    package let query: [(name: String, value: String)]
    /// In order; names lower case.
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]
    /// When the last body byte was there.
    package let bodyComplete: ContinuousClock.Instant
    /// Address of the client, or `local` on a Unix socket.
    package let peer: String

    package init(
        method: String,
        path: String,
        query: [(name: String, value: String)] = [],
        headers: [(name: String, value: String)] = [],
        body: [UInt8] = [],
        bodyComplete: ContinuousClock.Instant = .now,
        peer: String = "local"
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.bodyComplete = bodyComplete
        self.peer = peer
    }

    /// The first header of that name (lower case).
    package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// The fields of a form a browser has sent (`application/x-www-form-urlencoded`); nil when the body is none.
    package var formFields: [(name: String, value: String)]? {
        let type = header("content-type")?.lowercased() ?? ""
        guard type.hasPrefix("application/x-www-form-urlencoded") else { return nil }
        return HTTPTarget.query(body.span)
    }

    /// The first query item of that name.
    package func queryItem(_ name: String) -> String? { query.first { $0.name == name }?.value }
}
