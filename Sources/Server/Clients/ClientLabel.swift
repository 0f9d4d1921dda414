import Platform
package import Policy

/// Which app asks, on which kind of device: closed words, so that no client can make up series.
package struct ClientLabel: Sendable, Hashable, Comparable {
    package enum Family: String, Sendable, CaseIterable { case ios, android, web, other, unknown }

    package let family: Family
    /// Nil: it does not say.
    package let deviceClass: DeviceSettings.Class?

    package init(family: Family = .unknown, deviceClass: DeviceSettings.Class? = nil) {
        self.family = family
        self.deviceClass = deviceClass
    }

    /// `ios high`, or what of it is known.
    var text: String {
        deviceClass.map { "\(family.rawValue) \($0.rawValue)" } ?? family.rawValue
    }

    package static func < (left: ClientLabel, right: ClientLabel) -> Bool { left.text < right.text }
}

extension HTTPRequest {
    /// Of `Torii-Client: ios/4.12.0; class=high`.
    var clientLabel: ClientLabel {
        guard let text = header("torii-client") else { return ClientLabel() }
        let parts = text.split(separator: ";").map { part in
            String(part.filter { !$0.isWhitespace }).lowercased()
        }
        let family = parts.first?.prefix { $0 != "/" }.lowercased() ?? ""
        let named = parts.dropFirst().first { $0.hasPrefix("class=") }?.dropFirst("class=".count)
        return ClientLabel(
            family: ClientLabel.Family(rawValue: family) ?? (family.isEmpty ? .unknown : .other),
            deviceClass: named.flatMap { DeviceSettings.Class(rawValue: String($0)) }
        )
    }
}
