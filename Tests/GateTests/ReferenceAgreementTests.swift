import Foundation
import Gate
import Imaging
import Testing

/// The measures against a second implementation in numpy and OpenCV, on the same pixels.
@Suite struct ReferenceAgreementTests {
    private static let remedy = "Tests/Tools/gate/reference.py --tsv writes it"

    @Test func agreesOnTheCommittedPictures() throws {
        let folder = Fixtures.folder
        let rows = try Fixtures.table(folder.appending(path: "gate/expected.tsv"), madeBy: Self.remedy)
        #expect(rows.count == 6)
        for row in rows {
            try Agreement.check(Fixtures.picture(#require(row["picture"])), against: row)
        }
    }

    @Test func agreesOnFortyPicturesAndMore() throws {
        let remedy =
            "run Tests/Tools/gate/expectations.sh .build/fixtures/gate PYTHON WALLPAPERS (its heading says with what)"
        let folder = Fixtures.root.appending(path: ".build/fixtures/gate")
        let rows = try Fixtures.table(folder.appending(path: "expected.tsv"), madeBy: remedy)
        #expect(rows.count >= 40)
        for row in rows {
            let file = folder.appending(path: try #require(row["picture"]))
            try Agreement.check(Portable.image(Fixtures.bytes(file, madeBy: remedy)), against: row)
        }
    }
}
