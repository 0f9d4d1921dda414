import Economics
import Gemini
import Ledger
import Policy

/// In pixels, each at least 1.
struct PictureSize: Sendable {
    let width: Int
    let height: Int
}

extension CloudClassifier {
    /// What the profile's choices took off a call's bill; nothing where the plain call has no price.
    func cheaper(
        _ attempt: GeminiAttempt,
        hold: HoldRequest,
        of call: CloudCall,
        _ picture: ModelPicture,
        original: PictureSize,
        _ asked: Asked,
        _ snapshot: PolicySnapshot
    ) -> CheaperSends {
        guard let usage = attempt.usage, usage.image > 0 else { return .none }
        let model = attempt.modelVersion ?? hold.model
        let prices = snapshot.set.prices
        do {
            let paid = try prices.price(model: model, tier: hold.tier, at: hold.at)
            // A model without a standard price is its own measure.
            let standard = (try? prices.price(model: model, tier: "standard", at: hold.at)) ?? paid
            let wanted = snapshot.set.servingModel(for: snapshot.profile.cloud.model, at: hold.at)
            let plain =
                if case .instead = asked {
                    (try? prices.price(model: wanted, tier: "standard", at: hold.at)) ?? standard
                } else {
                    standard
                }
            return try .on(
                usage,
                picture: call.capabilities.tokens(
                    of: PictureSize(width: picture.width, height: picture.height),
                    original: original,
                    resolution: snapshot.profile.cloud.mediaResolution
                ),
                plain: plain,
                standard: standard,
                paid: paid
            )
        } catch {
            log.warning("savings of a call not told", [("model", .text(model)), ("cause", .text(error.message))])
            return .none
        }
    }
}

extension ModelCapabilities {
    /// What a picture counts as at the family's own resolution, at the one chosen, and scaled as it was sent.
    fileprivate func tokens(
        of sent: PictureSize,
        original: PictureSize,
        resolution: CloudSettings.MediaResolution
    ) -> CheaperSends.PictureTokens {
        func count(_ resolution: CloudSettings.MediaResolution, _ size: PictureSize) -> Int {
            // The words are the same in both modules; a resolution of its own alone is not priced apart.
            let known = Economics.ImageTokens.Resolution(rawValue: resolution.rawValue) ?? .unspecified
            let rule = Economics.ImageTokens(rule: imageTokens == .grid ? .grid : .tiles, resolution: known)
            return rule.expected(width: size.width, height: size.height)
        }
        return CheaperSends.PictureTokens(
            plain: count(.unspecified, original),
            atResolution: count(resolution, original),
            asSent: count(resolution, sent)
        )
    }
}
