import Documents
import Gemini
import Platform

extension Problem {
    /// As Google's SDKs read an error: `google.rpc.Status`.
    var googleStatus: JSON {
        [
            "error": [
                "code": .integer(Int64(status)),
                "message": .string(detail),
                "status": .string(CanonicalCode.name(status: status)),
                "details": [
                    [
                        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
                        "reason": .string(code.rawValue.uppercased()),
                        "domain": "torii",
                    ]
                ],
            ]
        ]
    }
}

extension HTTPResponse {
    /// An error of the door.
    init(doorProblem problem: Problem) {
        self.init(
            status: problem.status,
            headers: [("Content-Type", "application/json")] + problem.headers.filter { $0.name != "WWW-Authenticate" },
            body: .bytes(problem.googleStatus.encoded())
        )
    }
}
