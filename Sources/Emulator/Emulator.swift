/// A Gemini API on this machine for demos and tests. Everything it answers carries `Torii-Emulator: 1`.
package final class Emulator: Sendable {
    package struct Configuration: Sendable {
        package var port: Int
        package var seed: UInt64
        /// A fault script: see `FaultScript`.
        package var script: [UInt8]?

        package init(port: Int = 0, seed: UInt64 = 1, script: [UInt8]? = nil) {
            self.port = port
            self.seed = seed
            self.script = script
        }
    }

    /// Starts listening on 127.0.0.1. Throws on a taken port or a script that does not parse (naming line and field).
    package init(_ configuration: Configuration) throws {}

    package var port: Int { 0 }

    /// `generateContent` calls received.
    package var received: Int { 0 }

    package func stop() async {}
}
