import Testing

/// What `make soak` does for minutes, for some seconds: every client family at once before an upstream that misbehaves. What
/// grows slowly is beyond it.
@Suite(.timeLimit(.minutes(5))) struct SoakTests {
    @Test func servesEveryFamilyAtOnceAndKeepsItsBooks() throws {
        let result = try ToolProcess.run(
            "\(TestServer.root)/.cache/venv/bin/python",
            ["\(TestServer.root)/Tests/Tools/soak/mixed.py", ToriiProcess.binary, "0.35", "--short"],
            joinsErrors: true
        )
        #expect(result.status == 0, "\(result.output)")
    }
}
