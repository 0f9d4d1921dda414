internal import Foundation
internal import Gate
internal import Imaging
internal import Policy

// gate-measure [--features] < FILES > TABLE: decodes, measures and judges every picture named on standard input, one path a
// line, as the server does under default thresholds. A table with one row a picture; with --features every measure behind
// the scores too. Pictures that cannot be decoded have the error's code as their verdict and nothing else.
// gate-measure --mark KEY FOLDER COUNT < FILES: marks the first wallpapers with a numbered key. gate-measure --detect KEY WRONG < FILES: looks for
// it, and for so many other keys. gate-measure --registry COUNT: look-ups among so many registered hashes.
// gate-measure --near < FILES: how far copies look from their pictures, and strangers from each other.

let withFeatures = CommandLine.arguments.contains("--features")

let settings = GateSettings(
    enabled: true,
    sharpness: .init(min: SharpnessScore.calibrated, floor: 0.05, ceiling: 0.40),
    saliencyArea: .init(min: 0.06, floor: 0.01, ceiling: 0.15),
    abstractBypass: true,
    ownWatermark: false,
    background: .init(red: 255, green: 255, blue: 255),
    deadline: .milliseconds(800),
    onDeadline: .send
)

func columns(of measurement: Gate.Measurement) -> [(name: String, value: String)] {
    let evidence = Evidence(
        sharpness: measurement.sharpness,
        attentionArea: measurement.attentionArea,
        objectnessArea: measurement.objectnessArea,
        range: measurement.range,
        texture: measurement.texture,
        coarse: CoarseCategory(rawValue: measurement.coarse.category.rawValue)
    )
    let thresholds = Thresholds(sharpness: settings.sharpness.min, saliencyArea: settings.saliencyArea.min)
    let judgement = Judge.judgement(of: evidence, settings: settings, thresholds: thresholds)
    return [
        ("verdict", judgement.verdict.rawValue),
        ("reasons", judgement.reasons.map(\.rawValue).joined(separator: "+")),
        ("sharpness", "\(measurement.sharpness)"),
        ("attention", "\(measurement.attentionArea)"),
        ("objectness", "\(measurement.objectnessArea)"),
        ("range", "\(measurement.range)"),
        ("texture", "\(measurement.texture)"),
        ("category", measurement.coarse.category.rawValue),
        ("confidence", "\(measurement.coarse.confidence)"),
        ("fft", "\(measurement.raw.fft)"),
        ("esr97", "\(measurement.raw.esr97)"),
        ("edgePixels", "\(measurement.raw.edgePixels)"),
        ("noise", "\(measurement.raw.noise)"),
    ]
}

func features(of image: RGBImage) -> [(name: String, value: String)] {
    let coarse = CoarseFeatures(image.fitted(to: CoarseFeatures.side))
    let sharpness = SharpnessMeasures(GrayPlane(image)).features
    return zip(CoarseFeatures.names, coarse.values).map { ("coarse.\($0)", "\($1)") }
        + zip(SharpnessFeatures.names, sharpness.values).map { ("sharp.\($0)", "\($1)") }
}

func lines() -> [String] {
    var lines: [String] = []
    while let line = readLine() { lines.append(line) }
    return lines
}

func table() {
    let blank = PictureVariants.blank(width: 64, height: 64, red: 0, green: 0, blue: 0)
    let names =
        ["file"] + columns(of: Scorer.measurement(of: blank)).map(\.name)
        + (withFeatures ? features(of: blank).map(\.name) : [])
    print(names.joined(separator: "\t"))
    while let path = readLine() {
        do {
            let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
            let image = try ImageDecoder.image(from: bytes)
            var fields = [path] + columns(of: Scorer.measurement(of: image)).map(\.value)
            if withFeatures { fields += features(of: image).map(\.value) }
            print(fields.joined(separator: "\t"))
        } catch {
            let code = (error as? ImagingError)?.code.rawValue ?? "cannot_read"
            print(([path, code] + [String](repeating: "", count: names.count - 2)).joined(separator: "\t"))
        }
    }
}

let arguments = CommandLine.arguments
switch (arguments.dropFirst().first, arguments.count) {
case ("--mark", 5):
    try Marks.mark(lines(), number: UInt64(arguments[2]) ?? 1, into: arguments[3], count: Int(arguments[4]) ?? 0)
case ("--near", 2): try NearDuplicates.measure(lines())
case ("--registry", 3): try Registry.measure(count: Int(arguments[2]) ?? 1_000_000)
case ("--detect", 4): Marks.detect(lines(), number: UInt64(arguments[2]) ?? 1, wrong: Int(arguments[3]) ?? 0)
default: table()
}
