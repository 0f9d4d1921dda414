import Documents
import Gemini
import Platform

extension HTTPResponse {
    /// An error as Google's SDKs read it: `google.rpc.Status`.
    init(doorProblem problem: Problem) {
        let status = problem.status
        let json: JSON = [
            "error": [
                "code": .integer(Int64(status)),
                "message": .string(problem.detail),
                "status": .string(CanonicalCode.name(status: status)),
                "details": [
                    [
                        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
                        "reason": .string(problem.code.rawValue.uppercased()),
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
}
