import Gate
import Testing

@testable import Imaging

@Suite struct HEIFTests {
    /// Refused from tables and headers: none of these reaches a decoder, however much work it asks for.
    static let refusals: [(String, ImagingError)] = [
        ("bomb_grids_nested.heic", .unreadHEIF("a picture made of pictures that are made of others")),
        ("bomb_grid_of_itself.heic", .unreadHEIF("a picture made of pictures that are made of others")),
        ("bomb_grid_circle.heic", .unreadHEIF("a picture made of pictures that are made of others")),
        ("bomb_grid_4096_tiles.heic", .largeHEIF("a grid of 4096 tiles, at most 1024 are taken")),
        ("bomb_tiles_share_bytes.heic", .largeHEIF("tiles that are together longer than the file")),
        ("bomb_30000_items.heic", .largeHEIF("more than 8192 entries in its tables")),
        ("bomb_places.heic", .largeHEIF("more than 8192 entries in its tables")),
        (
            "size_4294967295.heic",
            ImagingError(
                .imageTooLarge,
                "the picture is 4294967295 x 4294967295 pixels, at most 60000000 are taken"
            )
        ),
        ("grid_tile_4294967295.heic", .largeHEIF("tiles of more than 60000000 pixels")),
        ("pictures_2.heic", .largeHEIF("more than one picture in an item")),
        ("size_understated.heic", .brokenHEIF("a picture of 64 x 64 is coded as 320 x 240")),
        ("grid_tile_missing.heic", .brokenHEIF("a grid of 2 x 2 has 3 tiles")),
        ("grid_too_large.heic", .brokenHEIF("2 x 2 tiles of 320 x 240 do not make 300 x 200")),
        ("crop_outside.heic", .brokenHEIF("its crop lies outside the picture")),
        ("primary_missing.heic", .brokenHEIF("an item is not in its table")),
        ("sequence_only.heic", .unreadHEIF("no still picture")),
        ("jpeg_in_heif.heic", .unreadHEIF("a picture that is neither HEVC nor AV1")),
    ]

    @Test(arguments: refusals)
    func refusesBeforeDecoding(file: String, error: ImagingError) throws {
        let bytes = try Zoo.bytes(file)
        #expect(throws: error) { try ImageDecoder.header(of: bytes) }
    }

    @Test(arguments: ["photo.heic", "grid_cropped.heic", "alpha.heic", "large_12mp.heic", "photo.avif"])
    func givesTheSamePixelsOnAnyNumberOfThreads(file: String) throws {
        let bytes = try Zoo.bytes(file)
        let one = try ImageDecoder.image(from: bytes, threads: 1)
        #expect(try ImageDecoder.image(from: bytes, threads: 2) == one)
        #expect(try ImageDecoder.image(from: bytes, threads: 5) == one)
    }

    /// Tiles of the picture, and of its alpha.
    @Test(arguments: [("mattes_40.heic", 1, 0), ("alpha.heic", 1, 1), ("large_12mp.heic", 48, 0)])
    func takesThePrimaryPictureAlone(file: String, tiles: Int, alphaTiles: Int) throws {
        let bytes = try Zoo.bytes(file)
        let header = try PictureHeader(bytes, limits: .standard)
        guard case .heif(let heif, .heic) = header else {
            Issue.record("not taken as HEIC")
            return
        }
        #expect(heif.color.tiles.count == tiles)
        #expect(heif.alpha?.tiles.count ?? 0 == alphaTiles)
    }

    @Test func keepsSumsWithinTheLimitOnMemory() throws {
        let bytes = try Zoo.bytes("photo.heic")
        let limits = ImageLimits(
            bytes: 10_000_000,
            pixels: 10_000_000,
            longerSide: 5000,
            shorterSide: 16,
            progressiveScans: 10,
            memoryBytes: 512 * 384 * 3 * 8 - 1
        )
        let error = ImagingError(
            .imageTooLarge,
            "the HEIF picture costs too much to decode: a picture of its size needs more memory than is allowed"
        )
        #expect(throws: error) { try ImageDecoder.image(from: bytes, limits: limits) }
        #expect(try ImageDecoder.image(from: bytes, maxSide: 511, limits: limits).width == 511)
    }

    /// Steps as the file lists them: quarters clockwise, or a mirror of left and right or of top and bottom.
    enum Step { case turn(Int), leftRight, topBottom }

    static let orientations: [([Step], Int)] = [
        ([], 1), ([.turn(1)], 6), ([.turn(2)], 3), ([.turn(3)], 8), ([.leftRight], 2), ([.topBottom], 4),
        ([.leftRight, .turn(1)], 7), ([.leftRight, .turn(3)], 5), ([.turn(1), .leftRight], 5),
        ([.turn(1), .topBottom], 7),
        ([.leftRight, .topBottom], 3), ([.turn(3), .turn(1)], 1), ([.leftRight, .leftRight], 1),
    ]

    @Test(arguments: orientations)
    func composesTurnsAndMirrors(steps: [Step], exif: Int) {
        var orientation = Orientation.upright
        var image = OrientationTests.stored
        for step in steps {
            switch step {
            case .turn(let quarters):
                orientation.turn(quarters: quarters)
                for _ in 0..<quarters { image = image.upright(from: 6) }
            case .leftRight:
                orientation.mirror(leftRight: true)
                image = image.upright(from: 2)
            case .topBottom:
                orientation.mirror(leftRight: false)
                image = image.upright(from: 4)
            }
        }
        #expect(orientation.exif == exif)
        #expect(OrientationTests.stored.upright(from: exif) == image)
    }
}
