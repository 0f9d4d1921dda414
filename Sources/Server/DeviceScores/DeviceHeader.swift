import Documents

/// `Torii-Device: thermal=fair, battery=0.65, power=charging, net=wifi, metered=?0, app=fg, tz="Asia/Tokyo"` as the
/// `device` of a report, so that one reader knows every synonym.
enum DeviceHeader {
    static let longestText = 1_024

    /// Nil for what is no dictionary of structured fields.
    ///
    /// - Parameter family: Where the header does not say: numbers of a state mean other things on each.
    static func device(_ text: String, family: String?) -> DocumentNode? {
        guard text.utf8.count <= longestText, let items = StructuredDictionary(text)?.items else { return nil }
        var device: [JSON.Member] = []
        var battery: [JSON.Member] = []
        var network: [JSON.Member] = []
        for (key, value) in items.sorted(by: { $0.key < $1.key }) {
            switch key {
            case "thermal", "class", "family": device.append(.init(key, value))
            case "headroom": device.append(.init("thermalHeadroom", value))
            case "battery": battery.append(.init("level", value))
            case "power":
                if case .bool = value {
                    device.append(.init("externalPower", value))
                } else {
                    battery.append(.init("state", value))
                }
            case "lowpower": device.append(.init("lowPower", value))
            case "net": network.append(.init("kind", value))
            case "metered", "constrained": network.append(.init(key, value))
            case "ultraconstrained": network.append(.init("ultraConstrained", value))
            case "app": device.append(.init("app", value == "fg" ? "foreground" : value == "bg" ? "background" : value))
            case "tz": device.append(.init("timeZone", value))
            default: continue
            }
        }
        if !battery.isEmpty { device.append(.init("battery", .object(battery))) }
        if !network.isEmpty { device.append(.init("network", .object(network))) }
        if items["family"] == nil, let family { device.append(.init("family", .string(family))) }
        return DocumentReader.read(JSON.object(device).encoded(), file: "Torii-Device", dialect: .json).root
    }
}
