import Documents
import Platform

extension HTTPResponse {
    /// An error as Google's SDKs read it: `google.rpc.Status`.
    init(doorProblem problem: Problem) {
        let status = problem.code == "api_key_invalid" ? 400 : problem.status
        let json: JSON = [
            "error": [
                "code": .integer(Int64(status)),
                "message": .string(problem.detail),
                "status": .string(Self.canonicalCode(status)),
                "details": [
                    [
                        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
                        "reason": .string(problem.code.uppercased()),
                        "domain": "torii",
                    ]
                ],
            ]
        ]
        self.init(
            status: status,
            headers: [("Content-Type", "application/json")] + problem.headers.filter { $0.name != "WWW-Authenticate" },
            body: .bytes(json.encoded())
        )
    }

    private static func canonicalCode(_ status: Int) -> String {
        switch status {
        case 401: "UNAUTHENTICATED"
        case 403: "PERMISSION_DENIED"
        case 404, 405: "NOT_FOUND"
        case 409: "ABORTED"
        case 429: "RESOURCE_EXHAUSTED"
        case 503: "UNAVAILABLE"
        case 504: "DEADLINE_EXCEEDED"
        case 400..<500: "INVALID_ARGUMENT"
        default: "INTERNAL"
        }
    }
}
