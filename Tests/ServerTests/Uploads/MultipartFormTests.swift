import Testing

@testable import Server

@Suite("Multipart bodies") struct MultipartFormTests {
    private static func parts(_ body: String, _ boundary: String = "b") throws -> [String] {
        let bytes = Array(body.utf8)
        let form = try MultipartForm(bytes, boundary: Array(boundary.utf8))
        return form.parts.map { "\($0.name)=\(String(decoding: bytes[$0.range], as: UTF8.self))" }
    }

    private static let head = "Content-Disposition: form-data; name="

    @Test(arguments: [
        ("--b\r\n\(head)\"image\"\r\n\r\nxyz\r\n--b--\r\n", ["image=xyz"]),
        ("--b\n\(head)image\n\nxyz\n--b--", ["image=xyz"]),
        (
            "preamble\r\n--b\r\n\(head)\"a\"; filename=\"f;\u{e9}.jpg\"\r\n\r\n1\r\n--b\r\n\(head)\"b\"\r\n\r\n2\r\n--b--",
            ["a=1", "b=2"]
        ),
        (
            "--b\r\nContent-Disposition: form-data; filename=\"a; name=image; b\"; name=\"other\"\r\n\r\n1\r\n--b--",
            ["other=1"]
        ),
        ("--b  \r\n\(head)\"a\"\r\nContent-Length: 999\r\n\r\n--bb\r\n-\r\n--b--", ["a=--bb\r\n-"]),
        ("--b\r\n\r\nno head\r\n--b--", ["=no head"]), ("--b\r\n\(head)\"a\"\r\n\r\n\r\n--b--", ["a="]),
        ("--b\r\n\(head)\"a\"\r\n\r\nx\r\n\r\n--b--epilogue", ["a=x\r\n"]),
    ])
    func readsThemAsTheyCome(_ body: String, _ expected: [String]) throws {
        #expect(try Self.parts(body) == expected)
    }

    @Test(arguments: [
        "", "--b", "--b--", "--b\r\n\(head)\"a\"\r\n\r\nx", "--b\r\n\(head)\"a\"", "--c\r\n\r\nx\r\n--c--",
        "x--b\r\n\r\ny\r\nx--b--",
    ])
    func refusesWhatEndsTooSoon(_ body: String) {
        #expect(throws: Problem.self) { try Self.parts(body) }
    }

    @Test(
        arguments: [
            ("multipart/form-data; boundary=abc", "abc"), ("Multipart/Form-Data;boundary=\"a b+c\"", "a b+c"),
            ("multipart/form-data; charset=utf-8; boundary=----x", "----x"), ("multipart/form-data", nil),
            ("multipart/form-data; boundary=", nil), ("image/jpeg; boundary=x", nil),
        ] as [(String, String?)]
    )
    func findsTheBoundary(_ type: String, _ boundary: String?) {
        #expect(MultipartForm.boundary(type).map { String(decoding: $0, as: UTF8.self) } == boundary)
    }
}
