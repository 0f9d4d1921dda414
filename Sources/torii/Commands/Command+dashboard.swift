import Foundation
import Platform

extension Command {
    static let dashboard = Command(
        words: ["dashboard"],
        group: .run,
        summary: "show a running server's dashboard",
        options: [
            Option(name: "server", value: "URL", summary: "default http://127.0.0.1:8080"),
            .profile,
            Option(name: "width", value: "N", summary: "cells a line, 40...200 (default: the terminal's)"),
        ],
        examples: [
            ("torii dashboard", "one screen; live: curl http://127.0.0.1:8080/dashboard?watch=2s")
        ]
    ) { invocation throws(Stop) in
        let base = invocation.value("server") ?? "http://127.0.0.1:8080"
        let width = try invocation.integer(
            "width",
            in: 40...200,
            default: min(200, max(40, invocation.console.style.width))
        )
        var headers: [(name: String, value: String)] = []
        if let key = ProcessInfo.processInfo.environment["TORII_KEY"], !key.isEmpty {
            headers.append(("Authorization", "Bearer \(key)"))
        }
        let path = invocation.value("profile").map { "/dashboard/\($0)" } ?? "/dashboard"
        let http = HTTPClient()
        defer { http.close() }
        let request = HTTPClient.Request(method: "GET", url: "\(base)\(path)?width=\(width)", headers: headers)
        switch await http.response(to: request, deadline: .now + .seconds(10)) {
        case .success(let response) where response.status == 200:
            invocation.console.raw(String(decoding: response.body, as: UTF8.self))
            return .done
        case .success(let response):
            throw Stop(
                code: .failed,
                message:
                    "the server answered \(response.status): \(String(decoding: response.body.prefix(300), as: UTF8.self))"
            )
        case .failure(let failure):
            throw Stop(code: .unreachable, message: "\(base) does not answer: \(failure.message)")
        }
    }
}
