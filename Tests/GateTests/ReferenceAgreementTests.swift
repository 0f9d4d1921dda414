import Foundation
import Gate
import Imaging
import Testing

/// The measures against a second implementation in numpy and OpenCV, on the same pixels.
@Suite struct ReferenceAgreementTests {
    private static let remedy = "Tests/Tools/gate/reference.py --tsv writes it"
    /// Set by `make test`: the folder that Tests/Tools/gate/expectations.sh filled.
    private static let more = ProcessInfo.processInfo.environment["TORII_GATE_EXPECTATIONS"]

    @Test func agreesOnTheCommittedPictures() throws {
        let folder = Fixtures.folder
        let rows = try Fixtures.table(folder.appending(path: "gate/expected.tsv"), madeBy: Self.remedy)
        #expect(rows.count == 6)
        for row in rows {
            try Agreement.check(Fixtures.picture(#require(row["picture"])), against: row)
        }
    }

    @Test(.enabled(if: more != nil, "set TORII_GATE_EXPECTATIONS to a folder expectations.sh filled"))
    func agreesOnFortyPicturesAndMore() throws {
        let remedy = "Tests/Tools/gate/expectations.sh fills the folder"
        let folder = URL(filePath: try #require(Self.more))
        let rows = try Fixtures.table(folder.appending(path: "expected.tsv"), madeBy: remedy)
        #expect(rows.count >= 40)
        for row in rows {
            let file = folder.appending(path: try #require(row["picture"]))
            try Agreement.check(Portable.image(Fixtures.bytes(file, madeBy: remedy)), against: row)
        }
    }
}
