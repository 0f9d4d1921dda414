import Documents
import Emulator
import Platform
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3))) struct EmulatorFilesTests {
    @Test func keepsAFileForTwoDays() async throws {
        let clock = ManualClock(.seconds(1_796_040_000))
        let fixture = try EmulatorFixture { $0.clock = clock.wallClock }
        let name = try await fixture.upload([Array("hello".utf8)], type: "text/plain")
        let file = try await fixture.get("/v1beta/\(name)").node
        #expect(file["displayName"]?.string == "requests" && file["mimeType"]?.string == "text/plain")
        #expect(file["sizeBytes"]?.string == "5" && file["state"]?.string == "ACTIVE")
        #expect(file["expirationTime"]?.string == "2026-12-02T12:00:00Z")
        #expect(file["sha256Hash"]?.string == "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=")
        #expect(file["uri"]?.string == "\(fixture.emulator.baseURL)/v1beta/\(name)")
        let list = try await fixture.get("/v1beta/files").node
        #expect(list["files"]?.array?.map { $0["name"]?.string } == [name])
        // Only what a batch wrote can be had back.
        #expect(try await fixture.get("/v1beta/\(name):download?alt=media").status == 400)
        clock.advance(seconds: 48 * 3_600)
        #expect(try await fixture.get("/v1beta/\(name)").status == 403)
        #expect(try await fixture.get("/v1beta/files").node["files"] == nil)
        await fixture.stop()
    }

    @Test func looksAtAPictureInAFile() async throws {
        let fixture = try EmulatorFixture()
        let name = try await fixture.upload([try Pictures.meadow()], type: "image/jpeg")
        func body(_ uri: String) -> [UInt8] {
            Array(#"{"contents":[{"parts":[{"fileData":{"fileUri":"\#(uri)","mimeType":"image/jpeg"}}]}]}"#.utf8)
        }
        for uri in [name, "\(fixture.emulator.baseURL)/v1beta/\(name)"] {
            let usage = try await fixture.generate(body(uri)).node["usageMetadata"]
            #expect(usage?["promptTokenCount"]?.integer == 1_089)
        }
        #expect(try await fixture.exchange("DELETE", "/v1beta/\(name)").get().status == 200)
        let gone = try await fixture.generate(body(name))
        #expect(gone.status == 403)
        #expect(try gone.node["error"]?["status"]?.string == "PERMISSION_DENIED")
        #expect(try await fixture.exchange("DELETE", "/v1beta/\(name)").get().status == 403)
        await fixture.stop()
    }

    @Test func refusesUploadsThatDoNotFit() async throws {
        let fixture = try EmulatorFixture()
        func post(_ path: String, _ headers: [(name: String, value: String)]) async throws -> Int {
            try await fixture.exchange("POST", path, body: Array("{}".utf8), headers: headers).get().status
        }
        let key = (name: "x-goog-api-key", value: "k")
        #expect(try await post("/upload/v1beta/files", [key]) == 400)
        #expect(try await post("/upload/v1beta/files", []) == 403)
        let upload = [(name: "X-Goog-Upload-Command", value: "upload, finalize")]
        #expect(try await post("/upload/v1beta/files?upload_id=none", upload) == 404)
        let start = [
            key, (name: "X-Goog-Upload-Protocol", value: "resumable"), (name: "X-Goog-Upload-Command", value: "start"),
            (name: "X-Goog-Upload-Header-Content-Length", value: "3"),
        ]
        let begun = try await fixture.exchange("POST", "/upload/v1/files", headers: start).get()
        let url = try #require(begun.header("x-goog-upload-url"))
        let path = String(url.dropFirst(fixture.emulator.baseURL.count))
        // Two bytes where three were announced; bytes that leave a hole.
        #expect(try await post(path, upload) == 400)
        #expect(try await post(path, upload + [(name: "X-Goog-Upload-Offset", value: "7")]) == 400)
        await fixture.stop()
    }
}
