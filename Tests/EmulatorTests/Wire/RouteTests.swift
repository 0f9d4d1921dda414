import Testing

@testable import Emulator

@Suite struct RouteTests {
    @Test(
        arguments: [
            (
                "POST", "/v1beta/models/gemini-x:generateContent",
                .generate(model: "gemini-x", version: "v1beta", isStream: false)
            ),
            (
                "POST", "/v1/models/gemini-x:generateContent",
                .generate(model: "gemini-x", version: "v1", isStream: false)
            ),
            (
                "POST", "/v1alpha/models/a:b:generateContent",
                .generate(model: "a:b", version: "v1alpha", isStream: false)
            ),
            (
                "POST", "/proxy/gem/v1/models/my/custom:generateContent",
                .generate(model: "my/custom", version: "v1", isStream: false)
            ),
            (
                "POST", "/v1/models/a:streamGenerateContent", .generate(model: "a", version: "v1", isStream: true)
            ),
            ("POST", "/v1/models/gemini-x:countTokens", .countTokens(model: "gemini-x", version: "v1")),
            ("GET", "/v1/models", .models),
            ("GET", "/x/v1beta/models/", .models),
            ("GET", "/v1/models/gemini-x", .model("gemini-x", version: "v1")),
            (
                "POST", "/v1/models/gemini-x:embedContent",
                .unsupported(method: "embedContent", model: "gemini-x", version: "v1")
            ),
            ("POST", "/v1/models/a:batchGenerateContent", .createBatch(model: "a", version: "v1")),
            ("GET", "/gem/v1beta/batches", .batches),
            ("GET", "/v1/batches/1a", .batch("1a")),
            ("POST", "/v1/batches/1a:cancel", .cancelBatch("1a")),
            ("DELETE", "/v1/batches/1a", .deleteBatch("1a")),
            ("DELETE", "/v1/batches", .unknown),
            ("POST", "/upload/v1beta/files", .upload(version: "v1beta")),
            ("POST", "/gem/upload/v1/files", .upload(version: "v1")),
            ("POST", "/v1/files", .unknown),
            ("GET", "/v1/files", .files(version: "v1")),
            ("GET", "/v1/files/1a", .file("1a", version: "v1")),
            ("GET", "/v1/files/1a:download", .download("1a")),
            ("GET", "/download/v1/files/1a:download", .download("1a")),
            ("DELETE", "/v1/files/1a", .deleteFile("1a")),
            ("GET", "/v1/models/gemini-x:generateContent", .unknown),
            ("POST", "/v1/models", .unknown),
            ("POST", "/v2/models/gemini-x:generateContent", .unknown),
            ("GET", "/", .unknown),
            ("GET", "/emulator/log", .log),
            ("POST", "/emulator/release", .release),
            ("GET", "/emulator/release", .unknown),
            ("GET", "/emulator", .unknown),
        ] as [(String, String, Route)]
    )
    func readsPaths(method: String, path: String, route: Route) {
        #expect(Route(method: method, path: path) == route)
    }
}
