import Platform

extension Service {
    /// `POST /v1/gate`: on-device scores in, a verdict out.
    func gate(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
        throw Problem("not_implemented", 501, "on-device scores are not judged yet")
    }
}
