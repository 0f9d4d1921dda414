import Server

extension Command {
    static let openAPI = Command(
        words: ["openapi"],
        group: .care,
        summary: "print the contract of the server's routes, OpenAPI 3.1",
        examples: [("torii openapi > openapi.json", "what GET /openapi.json answers, for generators of clients")]
    ) { invocation throws(Stop) in
        invocation.console.out(OpenAPIDocument.json(build: Version.current).text(pretty: true))
        return .done
    }
}
