import Foundation
import Gate
import Testing

@testable import Imaging

@Suite struct ZooTests {
    @Test func isThere() {
        #expect(Zoo.animals.count >= 290, Comment(rawValue: Zoo.howToMake))
    }

    @Test(arguments: Zoo.animals)
    func tellsTheFormat(of animal: Zoo.Animal) throws {
        #expect(try ImageFormat(of: Zoo.bytes(animal.file)).rawValue == animal.format)
    }

    @Test(.timeLimit(.minutes(1)), arguments: Zoo.animals.filter { $0.expect == "ok" })
    func decodes(_ animal: Zoo.Animal) throws {
        let bytes = try Zoo.bytes(animal.file)
        let header = try ImageDecoder.header(of: bytes)
        #expect(header.width == animal.width)
        #expect(header.height == animal.height)
        #expect(header.orientation == animal.orientation)
        #expect(header.format.rawValue == animal.format)
        let image = try ImageDecoder.image(from: bytes)
        #expect(max(image.width, image.height) <= 512)
        let longer = max(animal.width, animal.height)
        let fitted = DecodePlan.fitted(
            width: animal.width,
            height: animal.height,
            maxSide: max(image.width, image.height)
        )
        #expect(max(image.width, image.height) >= min(longer, 480))
        #expect(abs(fitted.width - image.width) <= 1)
        #expect(abs(fitted.height - image.height) <= 1)
    }

    @Test(arguments: Zoo.animals.filter(\.isGolden))
    func agreesWithPillow(on animal: Zoo.Animal) throws {
        let image = try ImageDecoder.image(from: Zoo.bytes(animal.file), maxSide: max(animal.width, animal.height))
        let golden = try Zoo.golden(animal)
        try #require(image.width == golden.width && image.height == golden.height)
        let difference = RoundTripTests.meanDifference(image, golden)
        #expect(difference <= animal.tolerance)
    }

    /// The shrunk picture is Pillow's, shrunk by the same filter.
    @Test(arguments: Zoo.animals.filter { $0.isGolden && min($0.width, $0.height) > 300 })
    func agreesWithPillowWhenShrunk(on animal: Zoo.Animal) throws {
        let golden = try ImageEncoder.scaled(Zoo.golden(animal), maxSide: 200)
        let image = try ImageEncoder.scaled(
            ImageDecoder.image(from: Zoo.bytes(animal.file), maxSide: 200),
            maxSide: 200
        )
        try #require(image.width == golden.width && image.height == golden.height)
        #expect(RoundTripTests.meanDifference(image, golden) <= 4 + animal.tolerance)
    }

    @Test(.timeLimit(.minutes(1)), arguments: Zoo.animals.filter { $0.expect != "ok" })
    func refuses(_ animal: Zoo.Animal) throws {
        let bytes = try Zoo.bytes(animal.file)
        let error = #expect(throws: ImagingError.self) { try ImageDecoder.image(from: bytes) }
        let code: ImagingError.Code =
            switch animal.expect {
            case "undecodable": .undecodableImage
            case "too-large": .imageTooLarge
            default: .unsupportedMedia
            }
        #expect(error?.code == code, "\(error?.message ?? "")")
    }

    /// Limits speak before a pixel is decoded.
    @Test(arguments: Zoo.animals.filter { $0.expect == "too-large" || $0.expect == "unsupported" })
    func refusesFromTheHeader(_ animal: Zoo.Animal) throws {
        let bytes = try Zoo.bytes(animal.file)
        #expect(throws: ImagingError.self) { try ImageDecoder.header(of: bytes) }
    }
}
