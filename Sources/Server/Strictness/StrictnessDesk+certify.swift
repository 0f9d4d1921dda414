import Backtest
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

    /// Makes a certificate of the pictures the ledger holds, keeps it and begins the way to its ceilings.
    ///
    /// An upload whose answer is not known, since it was rejected or its call failed, counts as one the cloud would have
    /// got right: a phase in which much was not sent proves nothing.
    ///
    /// - Parameter from: Where the measure phase began; nil: 30 days ago.
    /// - Returns: Nil when the labels are too few, span too little, or prove too little.
    package func certify(
        _ snapshot: PolicySnapshot,
        from store: any LedgerStore,
        since from: Timestamp?,
        at now: Timestamp
    ) async throws(LedgerError) -> Certificate? {
        let profile = snapshot.profile
        var week = MeasureWeek()
        var query = UploadQuery(
            profile: profile.name,
            from: from ?? now.advanced(bySeconds: -Self.span * 86_400),
            to: now
        )
        while true {
            let page = try await store.recordedUploads(query)
            for upload in page where upload.isJudged && upload.scoreSpace == profile.scoreSpace {
                guard case .scores = upload.basis else { continue }
                var isRight = upload.isUseful
                if case .none = upload.call { isRight = true }
                let scores = GateScores(upload.evidence, settings: profile.gate)
                week.add(.init(scores: scores, isRight: isRight), at: Self.milliseconds(upload.at, snapshot))
            }
            guard let last = page.last, page.count == query.limit else { break }
            query.after = last.number
        }
        guard week.samples.count >= Self.leastLabels,
            week.to - week.from >= (Self.leastDays - 1) * TrafficForecast.dayLength
        else { return nil }
        let whole = week
        let certificate = await files.run {
            whole.certificate(
                target: profile.target.sendRate,
                max: profile.falseRejects.max,
                confidence: profile.falseRejects.confidence
            )
        }
        guard let certificate else { return nil }
        let name = DialName(profile: profile.name, space: profile.scoreSpace, isAsked: false)
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
        let memory = cell(name, of: snapshot).dial.withLock { dial in
            dial.controller.adopt(certificate)
            return dial.memory(name)
        }
        memories?.keep(memory)
        await memories?.flush()
    }
}
