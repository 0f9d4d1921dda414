import Gate
import Testing

@Suite struct TextureTests {
    @Test func countsPaperGrain() throws {
        #expect(Scorer.measurement(of: try Fixtures.picture("texture-paper.png")).texture > 0.95)
    }

    @Test func countsFaintDotTiles() {
        let dots = PictureFactory.gray(512, 512) { x, y in x % 16 / 2 == 3 && y % 16 / 2 == 4 ? 150 : 170 }
        #expect(Scorer.measurement(of: dots).texture == 1)
    }

    @Test func countsTheTexturedHalfOnly() {
        let half = PictureFactory.gray(256, 256) { x, y in x < 128 && (x / 3 + y / 3) % 2 == 0 ? 100 : 120 }
        #expect(abs(Scorer.measurement(of: half).texture - 0.5) < 0.07)
    }

    @Test func doesNotCountSlowGradients() {
        #expect(Scorer.measurement(of: PictureFactory.gray(512, 256) { x, _ in x / 2 }).texture == 0)
    }
}
