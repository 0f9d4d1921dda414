import Testing

@testable import Server

@Suite struct TraceParentTests {
    private static let trace = "0af7651916cd43dd8448eb211c80319c"
    private static let span = "b7ad6b7169203331"

    @Test(arguments: [("00", "01", true), ("00", "00", false), ("00", "03", true), ("cc", "01", true)])
    func readsWhatClientsSend(version: String, flags: String, isSampled: Bool) throws {
        let parent = try #require(TraceParent("\(version)-\(Self.trace)-\(Self.span)-\(flags)"))
        #expect(parent.traceID == Self.trace)
        #expect(parent.spanID == Self.span)
        #expect(parent.isSampled == isSampled)
    }

    @Test func takesMorePartsOfALaterVersion() {
        #expect(TraceParent("01-\(Self.trace)-\(Self.span)-01-what-comes")?.spanID == Self.span)
    }

    @Test(arguments: [
        "", "00", "00-\(trace)-\(span)", "00-\(trace)-\(span)-01-more", "ff-\(trace)-\(span)-01",
        "00-\(trace.uppercased())-\(span)-01", "00-\(trace.dropLast())-\(span)-01", "00-\(trace)-\(span)0-01",
        "00-00000000000000000000000000000000-\(span)-01", "00-\(trace)-0000000000000000-01", "00-\(trace)-\(span)-1",
        "00-\(trace)-\(span)-xx",
    ])
    func beginsATraceOfItsOwnForAnythingElse(header: String) { #expect(TraceParent(header) == nil) }
}
