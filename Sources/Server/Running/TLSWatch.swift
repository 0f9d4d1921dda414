package import Economics
package import Platform

/// Takes up a renewed certificate without a restart: connections that come from then on see it. A pair that cannot be used
/// leaves the old one.
package final class TLSWatch: Sendable {
    /// Before a certificate ends, in seconds.
    package static let notice: Int64 = 14 * 86_400

    private let identity: TLSIdentity
    private let log: Log
    private let files = BlockingPool(threads: 1, name: "torii-tls")
    private let refusal = Locked<String?>(nil)

    package init(identity: TLSIdentity, log: Log) {
        self.identity = identity
        self.log = log
    }

    /// Why the files cannot be used as they are now; nil when they can.
    var trouble: String? { refusal.withLock { $0 } }

    /// When the certificate ends that connections see, where that is near or past. By the system's clock, whatever other
    /// clock the server runs on: so do clients.
    var nearEnd: Timestamp? { Self.nearEnd(of: identity) }

    package static func nearEnd(of identity: TLSIdentity) -> Timestamp? {
        let end = identity.end
        return end.seconds - WallClock.system.now().seconds < notice ? end : nil
    }

    /// Until cancelled.
    func run(every pause: Duration) async {
        while !Task.isCancelled {
            try? await Task.sleep(for: pause)  // Cancelled: the loop ends.
            if !Task.isCancelled { await look() }
        }
    }

    /// - Parameter isForced: Whether the files are read though they have not changed.
    func look(isForced: Bool = false) async {
        let identity = identity
        let result = await files.run {
            Result { () throws(PlatformError) in
                let now = WallClock.system.now()
                guard isForced else { return try identity.reloadIfChanged(at: now) }
                try identity.reload(at: now)
                return true
            }
        }
        switch result {
        case .success(false): break
        case .success(true):
            refusal.withLock { $0 = nil }
            log.info(
                "certificate and key read again",
                [("certificate", .text(identity.files.certificate)), ("until", .text(identity.end.iso8601))]
            )
        case .failure(let error):
            refusal.withLock { $0 = error.message }
            log.error("certificate and key not taken, the old ones stay in force", [("cause", .text(error.message))])
        }
    }
}
