internal import Foundation
internal import Gate
internal import Imaging
internal import OwnPictures

/// Marks pictures and looks for marks, for the evaluation.
enum Marks {
    /// A key of the evaluation: anybody can make it.
    static func key(_ number: UInt64) -> PilotKey {
        var random = SplitMix(state: number &* 0xD134_2543_DE82_EF95 &+ 0xA5A5)
        return PilotKey(random: (0..<PilotKey.words).map { _ in random.next() })
    }

    private static func picture(_ path: String, maxSide: Int = 512) throws -> RGBImage {
        try ImageDecoder.image(from: [UInt8](Data(contentsOf: URL(filePath: path))), maxSide: maxSide)
    }

    /// What is published as a wallpaper is this large at least: the shorter side.
    private static let wallpaper = 720

    /// Writes the first `count` wallpapers, at most 2,000 pixels long, with the mark of `number` as `FOLDER/NAME.ppm`, and
    /// beside it the PSNR.
    static func mark(_ paths: [String], number: UInt64, into folder: String, count: Int) throws {
        let key = key(number)
        var left = count
        for path in paths where left > 0 {
            let image = try picture(path, maxSide: 2000)
            guard min(image.width, image.height) >= wallpaper else { continue }
            left -= 1
            let marked = PilotMark.marked(image, key: key)
            var sum = 0.0
            for (a, b) in zip(image.pixels, marked.pixels) {
                let d = Double(a) - Double(b)
                sum += d * d
            }
            let error = max(sum / Double(image.pixels.count), 1e-9)
            let name = URL(filePath: path).deletingPathExtension().lastPathComponent
            let file = "\(folder)/\(name).ppm"
            try Data("P6\n\(image.width) \(image.height)\n255\n".utf8 + marked.pixels).write(to: URL(filePath: file))
            print(file, 10 * log10(255 * 255 / error), separator: "\t")
        }
    }

    /// Prints what is found of key `number` in each picture, and of `wrong` others the most and how many would count.
    static func detect(_ paths: [String], number: UInt64, wrong: Int) {
        let key = key(number)
        let others = (0..<wrong).map { Marks.key(1_000_000 + UInt64($0)) }
        for path in paths {
            guard let image = try? picture(path) else {
                print(path, "unreadable", separator: "\t")
                continue
            }
            // As the gate sees it.
            let detector = MarkDetector(image)
            let chance = detector.chance()
            let found = detector.finding(of: key, chance: chance)
            let false_ = others.map { detector.finding(of: $0, chance: chance) }
            print(
                path,
                found.isMarked,
                found.strength,
                found.margin,
                false_.count { $0.isMarked },
                false_.map(\.strength).max() ?? 0,
                false_.map(\.margin).max() ?? 0,
                separator: "\t"
            )
        }
    }
}
