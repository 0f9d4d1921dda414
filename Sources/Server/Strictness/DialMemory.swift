import Control

/// What a dial needs to go on after a restart, as it rests on disk.
struct DialMemory: Sendable {
    private static let mark: [UInt8] = Array("TORIDIAL".utf8)

    let name: DialName
    let controller: StrictnessController
    let meanCost: Int64
    let ahead: Ahead

    /// Mark, length of the head, head, the controller's own bytes. `MemoryShelf` puts a checksum before them.
    var bytes: [UInt8] {
        let head = [
            name.profile, name.space, name.source.rawValue, "\(meanCost)", "\(ahead.rejects)", "\(ahead.uploads)",
        ].joined(separator: "\n")
        let text = Array(head.utf8)
        return Self.mark + [UInt8(text.count >> 8), UInt8(text.count & 0xFF)] + text + controller.memory
    }

    /// Reads them again; nil when they are damaged or another dial's.
    init?(_ bytes: [UInt8], name: DialName, settings: ControlSettings) {
        guard bytes.count > Self.mark.count + 2, bytes.starts(with: Self.mark) else { return nil }
        let length = Int(bytes[Self.mark.count]) << 8 | Int(bytes[Self.mark.count + 1])
        let start = Self.mark.count + 2
        guard bytes.count >= start + length else { return nil }
        let head = String(decoding: bytes[start..<start + length], as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard head.count == 6, head[0] == name.profile, head[1] == name.space, head[2] == name.source.rawValue,
            let meanCost = Int64(head[3]), let rejects = Double(head[4]), let uploads = Double(head[5]),
            let controller = StrictnessController(settings, memory: Array(bytes[(start + length)...]))
        else { return nil }
        self.init(
            name: name,
            controller: controller,
            meanCost: meanCost,
            ahead: Ahead(rejects: rejects, uploads: uploads)
        )
    }

    init(name: DialName, controller: StrictnessController, meanCost: Int64, ahead: Ahead) {
        self.name = name
        self.controller = controller
        self.meanCost = meanCost
        self.ahead = ahead
    }
}
