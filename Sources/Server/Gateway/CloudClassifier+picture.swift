import Economics
import Gemini
import Ledger
import Policy

/// The money of an attempt about a picture under a contract.
extension CloudClassifier {
    func held(
        decisionID: String,
        attempt: Int,
        call: CloudCall,
        _ picture: ModelPicture,
        _ upload: Upload,
        expires: Timestamp? = nil
    ) async -> Swift.Result<HoldRequest, Refusal> {
        let snapshot = upload.snapshot
        let ceiling = AttemptCeiling(
            model: call.model,
            tier: call.tier,
            inputTokens: GeminiClient.inputTokenCeiling(
                snapshot: snapshot,
                width: picture.width,
                height: picture.height,
                capabilities: call.capabilities
            ),
            maxOutputTokens: snapshot.profile.cloud.maxOutputTokens
        )
        return await held(ceiling, decisionID: decisionID, attempt: attempt, upload, expires: expires)
    }

    /// Books what the attempt cost, and adds it to what its decision comes to.
    func settle(
        _ attempt: GeminiAttempt,
        hold: HoldRequest,
        of call: CloudCall,
        _ picture: ModelPicture,
        original: PictureSize,
        _ upload: Upload,
        _ asked: Asked = .wanted,
        into result: inout Result
    ) async {
        let snapshot = upload.snapshot
        let cost = await settled(
            attempt,
            hold: hold,
            prices: snapshot.set.prices,
            facts: facts(of: attempt, call: call, picture: picture, snapshot: snapshot),
            isExtra: asked.isSecond,
            cheaper: { cheaper(attempt, hold: hold, of: call, picture, original: original, asked, snapshot) }
        )
        result.cost = (try? result.cost.adding(cost)) ?? result.cost  // Four bills cannot leave 64 bits.
        result.usage = result.usage.adding(attempt.usage ?? .zero)
        result.model = attempt.modelVersion ?? hold.model
        result.emulated = result.emulated || attempt.emulated
    }

    private func facts(
        of attempt: GeminiAttempt,
        call: CloudCall,
        picture: ModelPicture,
        snapshot: PolicySnapshot
    ) -> AnswerFacts {
        let estimate = GeminiClient.inputEstimate(
            snapshot: snapshot,
            width: picture.width,
            height: picture.height,
            capabilities: call.capabilities,
            form: call.form,
            seenAs: picture.seenAs
        )
        return AnswerFacts(
            schema: snapshot.contract.key + (call.form.schema == .full ? "" : " \(call.form.schema.rawValue)"),
            mediaResolution: estimate.mediaResolution.rawValue,
            repaired: attempt.repaired,
            estimatedInput: estimate.total,
            estimatedImage: estimate.image,
            blocks: SafetyBlock.all(of: attempt, safety: snapshot.profile.cloud.safety)
        )
    }
}
