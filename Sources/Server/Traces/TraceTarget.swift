import Platform

/// Where traces go, and how many.
package struct TraceTarget: Sendable {
    /// Takes posts: ends in `/v1/traces`.
    package let url: String
    /// Sent with each, such as a collector's key.
    package let headers: [(name: String, value: String)]
    /// Of journeys whose client has no trace of its own, 0...1: drawn by a hash of the decision's id.
    package let share: Double
    /// Journeys that wait for the collector at once; more are dropped.
    package let mostWaiting: Int

    /// Nil for what is no http or https URL.
    ///
    /// - Parameter endpoint: A collector, such as `http://127.0.0.1:4318`; `/v1/traces` is appended unless it is there.
    package init?(
        endpoint: String,
        headers: [(name: String, value: String)] = [],
        share: Double = 1,
        mostWaiting: Int = 4_096
    ) {
        guard let scheme = ["http://", "https://"].first(where: endpoint.hasPrefix),
            endpoint.utf8.count > scheme.utf8.count,
            !endpoint.contains(where: { $0.isWhitespace || "?#@".contains($0) })
        else { return nil }
        var base = Substring(endpoint)
        while base.last == "/" { base = base.dropLast() }
        url = base.hasSuffix("/v1/traces") ? String(base) : base + "/v1/traces"
        self.headers = headers
        self.share = share
        self.mostWaiting = mostWaiting
    }

    /// Whether a journey is told of. A client that traces decides for its own.
    func takes(decisionID: String, parent: TraceParent?) -> Bool {
        if let parent { return parent.isSampled }
        let bits = Crypto.sha256(Array("\(decisionID)/share".utf8)).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Double(bits >> 11) < share * 0x1p53
    }
}
