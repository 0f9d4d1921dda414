import Economics
import Policy

/// A policy small enough to read and a contract with a field of every kind.
enum Samples {
    static let contract = Contract(
        name: "wallpaper",
        version: 1,
        fields: [
            Contract.Field(
                name: "primaryCategory",
                kind: .choice(["nature", "urban", "japanese_art"]),
                nullable: false
            ),
            Contract.Field(
                name: "secondaryCategory",
                kind: .choice(["nature", "urban", "japanese_art"]),
                nullable: true
            ),
            Contract.Field(name: "mood", kind: .choice(["calm", "sacred", "neutral"]), nullable: false),
            Contract.Field(name: "recommendedTags", kind: .words(pattern: .snakeCase, count: 3...6), nullable: false),
            Contract.Field(name: "dominantColors", kind: .words(pattern: .hexColor, count: 0...3), nullable: false),
            Contract.Field(
                name: "suitableScreenTypes",
                kind: .choices(["iphone_lock", "ipad", "mac_desktop"], count: 0...3),
                nullable: false
            ),
        ],
        prompts: [
            "en": Contract.Prompt(
                system: "You label wallpapers.",
                user: "Classify \"this\".",
                hints: [.photoLike: "Perhaps a photograph.", .abstract: "Perhaps a pattern."]
            ),
            "ja": Contract.Prompt(
                system: "壁紙を分類します。",
                user: "分類してください。",
                hints: [.photoLike: "写真かもしれません。"]
            ),
        ]
    )

    static let lite3 = ModelCapabilities(
        prefix: "gemini-3.5-flash-lite",
        thinking: .levelMinimal,
        sampling: false,
        imageTokens: .grid,
        mediaResolutions: [.low, .medium, .high],
        retires: nil,
        fallback: "gemini-3.1-flash-lite"
    )

    static let lite2 = ModelCapabilities(
        prefix: "gemini-2.5-flash-lite",
        thinking: .budgetZero,
        sampling: true,
        imageTokens: .tiles,
        mediaResolutions: [.low, .medium, .high],
        retires: nil,
        fallback: "gemini-3.5-flash-lite"
    )

    static func cloud(
        mediaResolution: CloudSettings.MediaResolution = .low,
        tier: CloudSettings.Tier = .standard,
        language: String = "en",
        safety: [CloudSettings.HarmCategory: CloudSettings.SafetyThreshold] = [.hateSpeech: .blockOnlyHigh],
        hint: Bool = false
    ) -> CloudSettings {
        CloudSettings(
            model: "gemini-3.5-flash-lite",
            mediaResolution: mediaResolution,
            maxOutputTokens: 512,
            deadline: .seconds(8),
            tier: tier,
            imageMaxSide: 512,
            imageQuality: 0.78,
            contract: "wallpaper",
            language: language,
            safety: safety,
            hint: hint
        )
    }

    static func snapshot(
        cloud: CloudSettings = cloud(),
        capabilities: ModelCapabilities = lite3,
        contract: Contract = contract
    ) throws -> PolicySnapshot {
        let range = GateSettings.Range(min: 0.1, floor: 0.05, ceiling: 0.4)
        let profile = Profile(
            name: "android",
            scoreSpace: "torii/1",
            phase: .enforce,
            gate: GateSettings(
                enabled: true,
                sharpness: range,
                saliencyArea: range,
                abstractBypass: true,
                ownWatermark: true,
                background: GateSettings.RGB(red: 255, green: 255, blue: 255),
                deadline: .milliseconds(800),
                onDeadline: .send
            ),
            target: TargetSettings(sendRate: 0.41, mode: .off),
            falseRejects: FalseRejectSettings(max: 0.001, goal: 0.0001, confidence: 0.95, auditShare: 0.05),
            revenue: RevenueSettings(ecpm: Money(nanoUSD: 2_520_000_000), impressionsPerUploadMicros: 1_600_000),
            budget: BudgetSettings(
                caps: .none,
                maxShareOfRevenue: nil,
                timeZone: "UTC",
                onCap: .localLabel,
                onPaceBlocked: .localLabel
            ),
            cloud: cloud,
            governor: GovernorSettings(
                pauseAtThermal: .serious,
                pause: .seconds(5),
                minBattery: 0.2,
                resumeBattery: 0.25,
                backgroundNeeds: [],
                nightWindow: nil
            ),
            cache: ProfileDefaults.cache,
            keepThumbnails: false
        )
        return PolicySnapshot(
            revision: 1,
            profile: profile,
            set: try policySet(models: [capabilities]),
            contract: contract,
            capabilities: capabilities,
            zone: .utc
        )
    }

    static func policySet(models: [ModelCapabilities]) throws -> PolicySet {
        PolicySet(profiles: [:], prices: try PriceBook([]), models: models, contracts: [:], documents: [])
    }
}
