import Control
import Economics
import Gate
import Imaging
import Ledger
import OwnPictures
import Platform
import Policy

extension Gateway {
    /// Answers the upload with a near duplicate's answer to the same question, where its profile shares them. A share of those
    /// that could be answered is not: they go on as if there was no answer, to be compared with what the cloud says.
    func answerNear(_ draft: inout DecisionDraft) async {
        guard draft.sharesNear, let look = draft.look else { return }
        // One of our own is known for what it is, not for what a copy of it was taken for.
        guard draft.evidence.ownWatermark != true else { return }
        let settings = draft.upload.snapshot.profile.cache
        let profile = draft.upload.snapshot.profile.name
        guard look.isTelling else { return telemetry.lookedUp(.near, .plain, profile: profile) }
        guard let match = near.nearest(to: look, question: draft.question, within: settings.nearDistance) else {
            return telemetry.lookedUp(.near, .miss, profile: profile)
        }
        do {
            let found = try await looked(draft.upload) { store throws(LedgerError) in
                try await store.cachedAnswer(key: match.key)
            }
            guard let answer = found else {
                // A look whose answer is gone, or was never written.
                near.remove(keys: [match.key])
                return telemetry.lookedUp(.near, .miss, profile: profile)
            }
            telemetry.lookedUp(.near, .hit, profile: profile)
            if AuditDraw.isDrawn(share: settings.nearRecheck, randomness: Self.bits(of: draft.hash)) {
                draft.compare(with: answer, at: match.distance)
            } else {
                draft.take(answer, at: match.distance)
            }
        } catch {
            telemetry.lookedUp(.near, .failed, profile: profile)
            log.error("near duplicates not looked up", [("cause", .text("\(error)"))])
        }
    }

    /// Decodes for the look alone, where the gate does not measure; what it decodes serves the model too.
    func see(_ draft: inout DecisionDraft) async throws(ImagingError) {
        guard draft.sharesNear else { return }
        let rgb = draft.upload.snapshot.profile.gate.background
        let body = draft.upload.body
        let pool = pool
        let cost = draft.expectedWork(own: nil)
        let seeing = Task {
            await pool.run(cost: cost) {
                Result { () throws(ImagingError) in
                    let image = try ImageDecoder.image(from: body, background: (rgb.red, rgb.green, rgb.blue))
                    return (image, PictureLook(image))
                }
            }
        }
        guard let seen = await value(of: seeing, by: draft.upload.cloudDeadline) else { return seeing.cancel() }
        guard let (image, look) = try seen?.get() else { return }
        draft.unmeasured = image
        draft.look = look
    }

    /// Keeps what the picture of an answer just kept looks like.
    func keepLook(_ draft: DecisionDraft) async throws(LedgerError) {
        guard draft.sharesNear, let look = draft.look else { return }
        try await keep(look, key: draft.cacheKey, question: draft.question, at: draft.upload.receivedAt)
    }

    /// - Parameter key: Of the answer.
    func keep(_ look: PictureLook, key: [UInt8], question: [UInt8], at: Timestamp) async throws(LedgerError) {
        guard look.isTelling else { return }
        let kept = AnswerLook(
            key: key,
            question: question,
            hash: look.hash.words.littleEndianBytes,
            colors: look.colors.bytes,
            at: at
        )
        try await store.keep(kept)
        near.insert(kept)
    }

    /// 64 bits that are as good as random, and the same each time these bytes come.
    static func bits(of hash: [UInt8]) -> UInt64 { hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
}

extension DecisionDraft {
    /// Whether near duplicates may answer it, and may have its answer.
    var sharesNear: Bool { route == .classify && upload.snapshot.profile.cache.near }

    /// Goes on as if there was no answer, to be compared with this one.
    mutating func compare(with answer: CachedAnswer, at distance: Int) {
        donor = Donor(decisionID: answer.decisionID, distance: distance)
        donorCategory = answer.json?.primaryCategory
    }
}
