import Platform
import Policy

extension Service {
    /// What an app is told about its own version, as headers. Throws `client_too_old`. A version nobody can read is none.
    func clientStatus(
        _ version: ClientVersion?,
        of request: HTTPRequest,
        profile: Profile,
        client: String
    ) throws(Problem) -> [(name: String, value: String)] {
        guard let version else { return [] }
        func isOld(_ oldest: ClientVersion) -> Bool {
            guard version < oldest else { return false }
            telemetry.clients.addOld(profile: profile.name, client: client, label: request.clientLabel)
            return true
        }
        if let oldest = profile.devices.blockBelow, isOld(oldest) {
            throw Problem(
                .clientTooOld,
                "this app is \(version.text); versions before \(oldest.text) are no longer served",
                extra: [.init("oldest", .string(oldest.text))]
            )
        }
        guard let oldest = profile.devices.warnBelow, isOld(oldest) else { return [] }
        return [("Torii-Client-Status", "deprecated")]
    }
}
