import Platform

extension Log {
    /// One line a request: never a key, a query, a body or a header of the client.
    func request(_ request: HTTPRequest, route: String, response: HTTPResponse, elapsed: Duration) {
        var fields: [(String, Value)] = [
            ("method", .text(request.method)),
            ("route", .text(route)),
            ("status", .integer(Int64(response.status))),
            ("ms", .double(elapsed.milliseconds)),
            ("bytesIn", .integer(Int64(request.body.count))),
        ]
        if let decision = response.headers.first(where: { $0.name == "Torii-Decision" })?.value {
            fields.append(("decision", .text(decision)))
        }
        info("request", fields)
    }
}
