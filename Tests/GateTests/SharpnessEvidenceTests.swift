import Testing

@testable import Gate

/// The measures behind the sharpness score, on pictures whose values are known.
@Suite struct SharpnessEvidenceTests {
    @Test func findsTheDirectionsThatKeepLeastAndMost() {
        // Twice as much energy across in the finer scale, half as much down, turned by 45 degrees.
        let coarse = Tensor(xx: 1000, yy: 1000, xy: 0)
        let straight = Tensor(xx: 2000, yy: 500, xy: 0)
        let turned = Tensor(xx: 1250, yy: 1250, xy: 750)
        let floor = 0.64 + 0.01 * 2000
        for fine in [straight, turned] {
            let ratios = fine.ratios(to: coarse)
            #expect(abs(ratios.least - 500 / (1000 + floor)) < 1e-12)
            #expect(abs(ratios.most - 2000 / (1000 + floor)) < 1e-12)
        }
        #expect(Tensor().ratios(to: Tensor()) == (0, 0))
    }

    @Test func adds4x4TilesWhereverTheyFit() {
        // Five by six tiles counted up by rows of six.
        let sums = Blocks.sums((0..<30).map(Float.init), across: 6)
        #expect(sums.across == 3)
        // The first block's corners are 0, 3, 18 and 21; its mean is theirs.
        #expect(sums.values == [168, 184, 200, 264, 280, 296])
        #expect(Blocks.sums([1, 2], across: 2).values == [3])
        #expect(Blocks.sums([], across: 0).values.isEmpty)
    }

    @Test func looksForASecondBlockInOtherRows() {
        let plane: [Float] = [1, 9, 2, 3, 8, 0, 4, 1, 7, 5]
        #expect(Blocks.best(plane, across: 2) == (9, 7))
        #expect(Blocks.best([], across: 0) == (0, 0))
    }

    /// White noise has the same energy in every cell: its mean over any ring is the variance times the window's energy.
    @Test func spreadsWhiteNoiseEvenlyOverSectors() {
        let gray = GrayPlane(PictureFactory.random(256, 192, seed: 3))
        let energies = BandEnergy.energies(of: gray)
        let sectors = energies.cells.sectors(from: 0.125, to: 0.5)
        let mean = sectors.reduce(0, +) / 12
        #expect(sectors.allSatisfy { abs($0 / mean - 1) < 0.25 })
    }

    /// Stripes that repeat every eight pixels along x: all energy lies at 0.125 cycles in the sector along the rows.
    @Test(arguments: [(true, 0), (false, 6)])
    func findsStripesInTheirSector(across: Bool, sector: Int) throws {
        let picture = PictureFactory.gray(256, 256) { x, y in (across ? x : y) % 8 < 4 ? 40 : 200 }
        let sectors = BandEnergy.energies(of: GrayPlane(picture)).cells.sectors(from: 0.1, to: 0.17)
        #expect(sectors.indices.max { sectors[$0] < sectors[$1] } == sector)
        #expect(sectors[sector] > 20 * sectors[(sector + 3) % 12])
    }

    /// A vertical step, smeared over nine pixels, and a horizontal one that is sharp.
    @Test func tellsSmearedDirectionsFromSharpOnes() {
        let picture = PictureFactory.gray(256, 256) { x, y in
            let ramp = min(max((x % 64 - 27) * 10, 0), 90) - min(max((x % 64 - 59) * 10, 0), 90)
            return 60 + ramp + (y % 64 < 32 ? 0 : 90)
        }
        let gray = GrayPlane(picture)
        let directions = EdgeSlope(gray, Structure(gray)).directions
        #expect(directions.weakest.median < 0.25)
        #expect(directions.strongest.median > 0.45)
    }

    @Test func leavesTheRowsOfTextOut() {
        // Letters are a checkerboard of 4 pixels, sharp, in two rows of tiles; the rest is a soft wave.
        let picture = PictureFactory.gray(320, 320) { x, y in
            if (256..<288).contains(y) { return (x / 4 + y / 4) % 2 == 0 ? 20 : 230 }
            let t = (x + y) % 48
            return 60 + 4 * min(t, 48 - t)
        }
        let gray = GrayPlane(picture)
        let tiles = EdgeSlope(gray, Structure(gray)).tiles
        #expect(tiles.sharpShare >= 40.0 / 400)
        #expect(tiles.sharpBeyondText < 0.02)
        #expect(tiles.percentileBeyondText < 0.30)
    }
}
