import Control
import Imaging
import Ledger
import OwnPictures
import Platform
import Policy

/// Near duplicates of pictures that wait: what the model is to see is decoded for its look, since what came is gone.
extension Gateway {
    /// What a near duplicate was answered since a decision began to wait; nil where its profile shares no answers, and where it
    /// is to be asked all the same.
    ///
    /// - Parameter jpeg: As it was laid down.
    func nearAnswer(
        for record: DecisionRecord,
        _ jpeg: [UInt8],
        snapshot: PolicySnapshot
    ) async throws(LedgerError) -> KnownAnswer? {
        let settings = snapshot.profile.cache
        // Those drawn to be compared when they came are asked, and a share of those that come to be found now.
        guard record.sharesNear(snapshot), record.donor == nil, record.evidence.ownWatermark != true,
            let hash = record.image?.sha256,
            !AuditDraw.isDrawn(share: settings.nearRecheck, randomness: Self.bits(of: hash)),
            let look = await look(of: jpeg),
            let match = near.nearest(
                to: look,
                question: CacheKey.question(of: snapshot, origin: origin, at: clock.now()),
                within: settings.nearDistance
            )
        else { return nil }
        guard let cached = try await store.cachedAnswer(key: match.key) else {
            // A look whose answer is gone, or was never written.
            near.remove(keys: [match.key])
            return nil
        }
        return KnownAnswer(cached, distance: match.distance)
    }

    /// What a picture that waits looks like, where its profile shares answers; nil when it is gone.
    func look(of record: DecisionRecord, snapshot: PolicySnapshot) async -> PictureLook? {
        guard record.sharesNear(snapshot), let deferral else { return nil }
        do throws(PlatformError) {
            return await look(of: try await deferral.picture(record.id))
        } catch {
            log.warning("answer not shared", [("decision", .text(record.id)), ("cause", .text(error.message))])
            return nil
        }
    }

    private func look(of jpeg: [UInt8]) async -> PictureLook? {
        let seen = await pool.run(cost: .milliseconds(7)) {
            Result { () throws(ImagingError) in PictureLook(try ImageDecoder.image(from: jpeg)) }
        }
        // Too busy to look, or no picture: it is shared with nobody.
        guard case .success(let look)? = seen else { return nil }
        return look
    }
}

extension DecisionRecord {
    /// Whether near duplicates may answer it, and may have its answer.
    fileprivate func sharesNear(_ snapshot: PolicySnapshot) -> Bool {
        route == .classify && snapshot.profile.cache.near
    }
}
