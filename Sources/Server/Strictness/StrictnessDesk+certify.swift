package import Control
package import Economics
package import Ledger
import Platform
package import Policy

extension StrictnessDesk {
    /// Labels a measure phase needs before it can certify, and the days it must span.
    package static let leastLabels = 63_000
    package static let leastDays: Int64 = 7
    /// Days that are looked back.
    private static let span: Int64 = 30

    /// Makes a certificate of what the ledger holds of one scorer's uploads, keeps it and begins the way to its ceilings.
    ///
    /// - Parameter from: Where the measure phase began; nil: 30 days ago.
    /// - Returns: Nil when the labels are too few, span too little, or prove too little.
    package func certify(
        _ name: DialName,
        of snapshot: PolicySnapshot,
        from store: any LedgerStore,
        since from: Timestamp?,
        at now: Timestamp
    ) async throws(LedgerError) -> Certificate? {
        let profile = snapshot.profile
        let span = SnapshotQuery.Hours(from: from ?? now.advanced(bySeconds: -Self.span * 86_400), to: now)
        let week = try await week(name, snapshot, from: store, in: span)
        guard week.samples.count >= Self.leastLabels,
            week.to - week.from >= (Self.leastDays - 1) * TrafficForecast.dayLength
        else { return nil }
        let certificate = await files.run {
            week.certificate(
                target: profile.target.sendRate,
                max: profile.falseRejects.max,
                confidence: profile.falseRejects.confidence
            )
        }
        guard let certificate else { return nil }
        await adopt(certificate, name, of: snapshot)
        return certificate
    }

    /// Keeps a certificate and begins the way to its ceilings.
    package func adopt(_ certificate: Certificate, _ name: DialName, of snapshot: PolicySnapshot) async {
        let (certificates, log) = (certificates, log)
        await files.run {
            do throws(PlatformError) {
                try certificates?.put(certificate, name)
            } catch {
                log.error("certificate not kept", [("profile", .text(name.profile)), ("cause", .text(error.message))])
            }
        }
        let memory = cell(name, of: snapshot).whole { dial in
            dial.controller.adopt(certificate)
            return dial.memory(name)
        }
        memories?.keep(memory)
        await memories?.flush()
    }
}
