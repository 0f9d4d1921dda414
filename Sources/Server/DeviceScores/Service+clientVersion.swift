import Policy

extension Service {
    /// What an app is told about its own version, as headers. Throws `client_too_old`. A version nobody can read is none.
    func clientStatus(
        _ version: ClientVersion?,
        profile: Profile
    ) throws(Problem) -> [(name: String, value: String)] {
        guard let version else { return [] }
        if let oldest = profile.devices.blockBelow, version < oldest {
            throw Problem(
                "client_too_old",
                426,
                "this app is \(version.text); versions before \(oldest.text) are no longer served",
                extra: [.init("oldest", .string(oldest.text))]
            )
        }
        guard let oldest = profile.devices.warnBelow, version < oldest else { return [] }
        return [("Torii-Client-Status", "deprecated")]
    }
}
