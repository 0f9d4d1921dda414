package import Control
package import Platform

/// A dial that was brought up elsewhere, as what a server takes up where it left off.
package enum KeptDial {
    /// Puts it into a data folder that no server has. The next server there restores it for devices that ask with scores.
    ///
    /// - Parameters:
    ///   - controller: Such as a simulated week has left it.
    ///   - space: The score space it judges.
    package static func keep(
        _ controller: StrictnessController,
        of profile: String,
        space: String,
        in data: String
    ) throws(PlatformError) {
        let name = DialName(profile: profile, space: space, source: .devices)
        let memory = DialMemory(name: name, controller: controller, meanCost: 0, ahead: Ahead())
        let shelf = MemoryShelf(folder: data, log: .silent)
        try FileContent.write(Crypto.sha256(memory.bytes) + memory.bytes, to: shelf.path(name), mode: 0o600)
    }
}
