import TestSupport
import Testing

@testable import Gate
@testable import OwnPictures

@Suite struct PilotMarkTests {
    private static func key(_ seed: UInt64) -> PilotKey {
        var random = SeededGenerator(seed: seed)
        return PilotKey(random: (0..<PilotKey.words).map { _ in random.next() })
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func keepsItsFrequenciesApartAndOffTheAxes(seed: UInt64) {
        let pilots = Self.key(seed).pilots
        #expect(pilots.count == 72)
        for (index, pilot) in pilots.enumerated() {
            let radius = (pilot.x * pilot.x + pilot.y * pilot.y).squareRoot()
            #expect(radius > 35.999 && radius < 154.001)
            #expect(abs(pilot.x) >= 8 && pilot.y >= 8)
            for other in pilots[..<index] {
                let d = pilot - other
                #expect(d.x * d.x + d.y * d.y > 4.5 * 4.5)
            }
        }
    }

    private static let names = ["photo-dogs.jpg", "photo-city.jpg", "abstract-fossa.jpg", "illustration-duck.png"]

    @Test(arguments: names)
    func isFoundAgainAndOnlyByItsKey(name: String) throws {
        let picture = try Fixtures.picture(name, maxSide: 1024)
        let marked = PilotMark.marked(picture, key: Self.key(1))
        let detector = MarkDetector(marked)
        #expect(Scorer.measurement(of: marked.fitted(to: 512), mark: Self.key(1)).isMarked == true)
        #expect(Scorer.measurement(of: marked.fitted(to: 512), mark: Self.key(2)).isMarked == false)
        #expect(Scorer.measurement(of: marked.fitted(to: 512)).isMarked == nil)
        #expect(detector.finding(of: Self.key(1)).isMarked)
        #expect(!detector.finding(of: Self.key(1)).isMirrored)
        #expect(!detector.finding(of: Self.key(2)).isMarked)
        #expect(!MarkDetector(picture).finding(of: Self.key(1)).isMarked)
    }

    @Test func isFoundInAMirror() throws {
        let picture = try Fixtures.picture("photo-dogs.jpg", maxSide: 1024)
        let marked = PilotMark.marked(picture, key: Self.key(1))
        let mirrored = PictureFactory.rgb(marked.width, marked.height) { x, y in
            let i = (y * marked.width + marked.width - 1 - x) * 3
            return (Int(marked.pixels[i]), Int(marked.pixels[i + 1]), Int(marked.pixels[i + 2]))
        }
        let finding = MarkDetector(mirrored).finding(of: Self.key(1))
        #expect(finding.isMarked)
        #expect(finding.isMirrored)
    }

    @Test(arguments: [0.55, 0.8])
    func survivesCropsAndSmallerCopies(share: Double) throws {
        let picture = try Fixtures.picture("photo-dogs.jpg", maxSide: 1024)
        let marked = PilotMark.marked(picture, key: Self.key(3))
        #expect(MarkDetector(marked.fitted(to: Int(1024 * share))).finding(of: Self.key(3)).isMarked)
        #expect(MarkDetector(PictureVariants.cropped(marked, keeping: 0.8)).finding(of: Self.key(3)).isMarked)
    }

    @Test func changesFlatPixelsByAboutALevel() {
        let flat = PictureVariants.blank(width: 300, height: 200, red: 120, green: 130, blue: 140)
        let marked = PilotMark.marked(flat, key: Self.key(4))
        let differences = zip(flat.pixels, marked.pixels).map { abs(Int($0) - Int($1)) }
        #expect(differences.max() ?? 9 <= 3)
        #expect(differences.contains { $0 > 0 })
    }

    @Test func looksAtPicturesOfAnySize() {
        for (width, height) in [(1, 1), (3, 200), (40, 30), (1300, 20)] {
            let finding = MarkDetector(PictureFactory.random(width, height, seed: 5)).finding(of: Self.key(1))
            #expect(finding.strength.isFinite)
        }
    }
}
