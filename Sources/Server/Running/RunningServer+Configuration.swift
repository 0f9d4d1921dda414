package import Gate
import Ledger
package import Platform

extension RunningServer {
    package struct Configuration: Sendable {
        package var host: String
        /// 0: any free one.
        package var port: Int
        /// Who the server is; nil: plain HTTP.
        package var tls: TLSIdentity?
        /// Data folder; the control socket is made in it. Nil: no control socket.
        package var data: String?
        package var geminiBaseURL: String
        package var geminiKey: String
        /// PEM certificates to trust for the endpoint, instead of the system's.
        package var geminiCAFile: String?
        /// Threads that decode and measure.
        package var cpuThreads: Int
        /// Uploads waiting to be decoded beyond which the answer is the local label.
        package var cpuQueue: Int
        /// Of dashboard documents; nil: the built-in overview alone.
        package var dashboards: String?
        /// The secret of the mark that our own pictures carry.
        package var watermarkKey: PilotKey?
        /// Live dashboards at once.
        package var watchers: Int
        /// After which a ledger write that failed is tried again for the first time.
        package var lateWritePause: Duration
        /// After which the month's revenue is read anew for `maxShareOfRevenue`.
        package var revenueFreshness: Duration
        /// Between two looks for holds that outlived their expiry and for events.
        package var sweepPause: Duration
        /// Between two looks for events to post, and after the first post that was not taken.
        package var webhookPause: Duration
        /// How long single rows stay in the ledger.
        package var keptRows: KeptRows
        /// Between two looks for rows that are too old.
        package var prunePause: Duration
        /// Between two looks at pictures that wait and at jobs.
        package var deferredPause: Duration
        /// The data folder whose deferred pictures are sent where `data` is nil: that of a command's ledger.
        package var deferredIn: String?
        /// Between two looks for a renewed certificate.
        package var renewalPause: Duration
        /// Between two writings of when keys were last used.
        package var keyUsePause: Duration
        /// Between two looks for days whose revenue has become final.
        package var finalRevenuePause: Duration
        /// Who is told of journeys; nil: nobody.
        package var traces: TraceTarget?
        /// Between two posts of them.
        package var tracePause: Duration
        /// The clock does not tell the time of day: screens say so.
        package var isClockSimulated: Bool
        /// Version of the build.
        package var build: String
        /// 64 bits at each call; tests and the demo bring seeded ones.
        package var randomness: @Sendable () -> UInt64

        /// A loopback address is an emulator, whatever its port.
        package var origin: String { geminiBaseURL.hasPrefix("https://") ? geminiBaseURL : "emulator" }

        package init(
            host: String = "127.0.0.1",
            port: Int = 0,
            tls: TLSIdentity? = nil,
            data: String? = nil,
            geminiBaseURL: String,
            geminiKey: String,
            geminiCAFile: String? = nil,
            cpuThreads: Int = 2,
            cpuQueue: Int = 256,
            dashboards: String? = nil,
            watermarkKey: PilotKey? = nil,
            watchers: Int = 64,
            lateWritePause: Duration = .seconds(1),
            revenueFreshness: Duration = .seconds(30),
            sweepPause: Duration = .seconds(1),
            webhookPause: Duration = .seconds(1),
            keptRows: KeptRows = .standard,
            prunePause: Duration = .seconds(3_600),
            deferredPause: Duration = .seconds(60),
            deferredIn: String? = nil,
            renewalPause: Duration = .seconds(1),
            keyUsePause: Duration = .seconds(60),
            finalRevenuePause: Duration = .seconds(600),
            traces: TraceTarget? = nil,
            tracePause: Duration = .seconds(1),
            isClockSimulated: Bool = false,
            build: String,
            randomness: @escaping @Sendable () -> UInt64 = { Crypto.randomBits() }
        ) {
            self.host = host
            self.port = port
            self.tls = tls
            self.data = data
            self.geminiBaseURL = geminiBaseURL
            self.geminiKey = geminiKey
            self.geminiCAFile = geminiCAFile
            self.cpuThreads = cpuThreads
            self.cpuQueue = cpuQueue
            self.dashboards = dashboards
            self.watermarkKey = watermarkKey
            self.watchers = watchers
            self.lateWritePause = lateWritePause
            self.revenueFreshness = revenueFreshness
            self.sweepPause = sweepPause
            self.webhookPause = webhookPause
            self.keptRows = keptRows
            self.prunePause = prunePause
            self.deferredPause = deferredPause
            self.deferredIn = deferredIn
            self.renewalPause = renewalPause
            self.keyUsePause = keyUsePause
            self.finalRevenuePause = finalRevenuePause
            self.traces = traces
            self.tracePause = tracePause
            self.isClockSimulated = isClockSimulated
            self.build = build
            self.randomness = randomness
        }
    }
}
