package import Documents
package import Economics
import Gemini
package import Policy

/// What one picture costs with each model, media resolution and size of picture: to choose by, before anything is sent.
/// Input is estimated as everywhere else, output is taken as given.
package struct PictureCosts: Sendable {
    package struct Row: Sendable, Hashable {
        package let model: String
        package let mediaResolution: CloudSettings.MediaResolution
        /// Image tokens for each size.
        package let imageTokens: [Int]
        /// All input tokens for each size.
        package let inputTokens: [Int]
        /// Cost for each size.
        package let costs: [Money]
    }

    /// Longer sides in pixels.
    package static let sides = [224, 384, 512, 768, 1_024]

    package let profile: String
    package let tier: String
    package let outputTokens: Int
    /// Width and height in proportion, such as 9 and 16.
    package let ratio: (width: Int, height: Int)
    /// By model, then from the lowest resolution.
    package let rows: [Row]

    /// - Parameters:
    ///   - profile: Whose contract, language and prompt are sent.
    ///   - tier: `standard`, `batch`, `flex`, `priority`; models without a price in it are left out.
    ///   - outputTokens: Of an answer, thoughts included.
    ///   - ratio: Both at least 1.
    package init(
        of profile: Profile,
        in set: PolicySet,
        tier: String,
        outputTokens: Int,
        ratio: (width: Int, height: Int),
        at moment: Timestamp
    ) throws(EconomicsError) {
        self.profile = profile.name
        self.tier = tier
        self.outputTokens = outputTokens
        self.ratio = ratio
        var rows: [Row] = []
        guard let contract = set.contracts[profile.cloud.contract] else {
            self.rows = []
            return
        }
        for model in Set(set.prices.prices.map(\.model)).sorted() {
            // Not priced in this tier or not any more: nothing to choose.
            guard let price = try? set.prices.price(model: model, tier: tier, at: moment),
                let capabilities = set.capabilities(of: model)
            else { continue }
            for resolution in CloudSettings.MediaResolution.allCases
            where capabilities.mediaResolutions.contains(resolution) {
                let estimates = Self.sides.map { side in
                    let (width, height) = Self.size(longerSide: side, ratio: ratio)
                    return GeminiClient.inputEstimate(
                        contract: contract,
                        cloud: profile.cloud.asking(resolution),
                        capabilities: capabilities,
                        width: width,
                        height: height
                    )
                }
                rows.append(
                    Row(
                        model: model,
                        mediaResolution: resolution,
                        imageTokens: estimates.map(\.image),
                        inputTokens: estimates.map(\.total),
                        costs: try estimates.map { estimate throws(EconomicsError) in
                            try price.cost(of: TokenUsage(prompt: estimate.total, candidates: outputTokens))
                        }
                    )
                )
            }
        }
        self.rows = rows
    }

    /// Width and height in pixels of a picture whose longer side is given.
    package static func size(longerSide: Int, ratio: (width: Int, height: Int)) -> (width: Int, height: Int) {
        ratio.width >= ratio.height
            ? (longerSide, max(1, longerSide * ratio.height / ratio.width))
            : (max(1, longerSide * ratio.width / ratio.height), longerSide)
    }

    /// For people: USD a picture, one column a size.
    package func text(width: Int = 100) -> String {
        let sizes = Self.sides.map { side in
            let size = Self.size(longerSide: side, ratio: ratio)
            return "\(size.width)x\(size.height)"
        }
        var table = FigureTable(columns: sizes, width: width, narrowestCell: 12)
        table.heading("USD a picture")
        for row in rows {
            table.row("\(row.mediaResolution.rawValue)  \(row.model)", row.costs.map { $0.formatted(.exact) })
        }
        table.text(
            "profile \(profile), tier \(tier), \(outputTokens) tokens of output; input estimated, bills are exact"
        )
        return table.rendered()
    }

    package var json: JSON {
        [
            "schema": "torii.sizes/1",
            "profile": .string(profile),
            "tier": .string(tier),
            "outputTokens": .integer(Int64(outputTokens)),
            "rows": .array(
                rows.flatMap { row in
                    Self.sides.indices.map { index in
                        let size = Self.size(longerSide: Self.sides[index], ratio: ratio)
                        return [
                            "model": .string(row.model),
                            "mediaResolution": .string(row.mediaResolution.rawValue),
                            "width": .integer(Int64(size.width)),
                            "height": .integer(Int64(size.height)),
                            "imageTokens": .integer(Int64(row.imageTokens[index])),
                            "inputTokens": .integer(Int64(row.inputTokens[index])),
                            "costNanoUSD": .integer(row.costs[index].nanoUSD),
                        ]
                    }
                }
            ),
        ]
    }
}

extension CloudSettings {
    /// The same with another media resolution.
    fileprivate func asking(_ resolution: MediaResolution) -> CloudSettings {
        CloudSettings(
            model: model,
            mediaResolution: resolution,
            maxOutputTokens: maxOutputTokens,
            deadline: deadline,
            tier: tier,
            imageMaxSide: imageMaxSide,
            imageQuality: imageQuality,
            contract: contract,
            language: language,
            safety: safety
        )
    }
}
