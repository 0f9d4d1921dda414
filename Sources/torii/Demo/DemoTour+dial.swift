import Control
import Documents
import Platform
import Policy
import Server
import Workbench

extension DemoTour {
    private static let space = "apple-vision/18"
    private static let batch = 100

    /// Brings a dial up over a made-up measure week, for a server that starts next.
    func keepDial(of profile: Profile, in folder: String) throws(Stop) {
        console.tell("  a measure week of made-up scores is simulated: what its certificate proves sets the ceilings")
        let week = PresetTraffic.week(target: profile.target.sendRate, seed: 3)
        let simulation = Simulation(profile: profile, options: Simulation.Options(), week: week)
        do throws(PlatformError) {
            try FolderContent.make(folder)
            try KeptDial.keep(simulation.controller, of: profile.name, space: Self.space, in: folder)
        } catch {
            throw .failed(error.message)
        }
    }

    /// Devices ask with made-up scores, then with those of an evening; the dial follows.
    func feedDial(target: Double, in folder: String, key: String, port: Int) async throws(Stop) {
        console.tell(
            "  on a ledger of its own, mode \"auto\": devices ask /v1/gate:batch, \(Self.batch) scores at a time"
        )
        await pause(.seconds(2))
        var steady = PresetTraffic(.stationary, target: target, seed: 5)
        var evening = PresetTraffic(.drift, target: target, seed: 5)
        // By the fifth day pictures have become a good deal blurrier.
        for _ in 0..<(4 * 9_000) { _ = evening.next() }
        var (asked, sent) = (0, 0)
        let start = try await dial(in: folder)
        for step in 1...16 {
            if step == 7 {
                console.tell("  evening comes: more pictures are blurry, and the dial gives way so that the rate stays")
                await pause(.seconds(1))
            }
            let rows = (0..<Self.batch).compactMap { _ in step < 7 ? steady.next() : evening.next() }
            sent += try await ask(rows, key: key, port: port)
            asked += rows.count
            let now = try await dial(in: folder)
            let rate = Double(sent) / Double(asked)
            let head =
                "  \("\(asked)".padded(to: 6))to send \((rate * 100).fixed(1)) %  target \((target * 100).fixed(1)) %  "
            let tail = "strictness \(now.strictness.fixed(3))  sharpness < \(now.sharpness.fixed(3))"
            let room = min(40, console.demoWidth - head.count - tail.count - 2)
            let bar = String(repeating: "#", count: max(0, Int((rate * Double(room)).rounded())))
            console.out(head + (room >= 12 ? bar.padded(to: room + 2) : "") + tail)
            await pause(.milliseconds(500))
        }
        let end = try await dial(in: folder)
        // What is promised whatever arrives, and what a limit decided beside it.
        let mostOff = Double(Self.mostOff + end.clamped - start.clamped)
        guard end.sharpness != start.sharpness, abs(Double(sent) - target * Double(asked)) <= mostOff else {
            throw .failed("the demo's dial did not hold: \(end), \(sent) of \(asked) sent")
        }
        console.tell(
            "  \(sent) of \(asked) sent, \((target * 100).fixed(1)) % is the target; the dial moved sharpness from "
                + "\(start.sharpness.fixed(3)) to \(end.sharpness.fixed(3)), inside its limits"
        )
        await pause(.seconds(3))
    }

    /// Images by which sends may be off, whatever arrives.
    private static let mostOff = 61

    private func dial(
        in folder: String
    ) async throws(Stop) -> (strictness: Double, sharpness: Double, clamped: Int) {
        let control = ServerControl(socket: ControlSocket.path(data: folder))
        let root = try await control.answer("strictness", .object([]))
        let own = root["ios"]?["dials"]?.array?.first { $0["scoreSpace"]?.string == Self.space }
        guard let own, let strictness = own["strictness"]?.double,
            let sharpness = own["sharpness"]?["threshold"]?.double, let clamped = own["clamped"]?.integer
        else { throw .failed("the demo's server has no dial for \(Self.space)") }
        return (strictness, sharpness, Int(clamped))
    }

    /// How many are to be sent.
    private func ask(_ rows: [TraceRow], key: String, port: Int) async throws(Stop) -> Int {
        let lines = rows.map { row in
            """
            {"scoreSpace":"\(Self.space)","scores":{"sharpness":\(row.sharpness ?? 0),\
            "attentionArea":\(row.attentionArea ?? 0),"objectnessArea":\(row.objectnessArea ?? 0)},\
            "labels":[{"id":"\(row.coarse == .abstract ? "textile" : "dog")","confidence":0.9}]}
            """
        }
        let request = HTTPClient.Request(
            method: "POST",
            url: "http://127.0.0.1:\(port)/v1/gate:batch",
            headers: [("Authorization", "Bearer \(key)"), ("Torii-Profile", "ios")],
            body: Array(lines.joined(separator: "\n").utf8)
        )
        switch await http.response(to: request, deadline: .now + .seconds(60)) {
        case .failure(let failure): throw .failed("/v1/gate:batch: \(failure.message)")
        case .success(let response):
            let verdicts = response.body.split(separator: UInt8(ascii: "\n")).compactMap { line in
                DocumentReader.read(Array(line), file: "answer", dialect: .json).root?["verdict"]?.string
            }
            guard verdicts.count == rows.count else { throw .failed("/v1/gate:batch answered \(verdicts.count) lines") }
            return verdicts.count { $0 == "send" }
        }
    }
}
