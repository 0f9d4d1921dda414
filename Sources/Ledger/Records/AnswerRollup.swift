package import Economics

/// Settled attempts of one hour that were asked alike and ended alike: how good answers were, and how far the estimates
/// before the calls were from what was billed.
package struct AnswerRollup: Sendable, Hashable {
    package let profile: String
    /// Start of the hour in the profile's zone.
    package let hour: Timestamp
    /// The model that answered, else the one asked.
    package let model: String
    package let schema: String
    package let mediaResolution: String
    package let result: String
    package let emulated: Bool
    package var attempts = 0
    /// Classifications that are not word for word what the model wrote.
    package var repaired = 0
    /// Usages whose parts do not add up to the total.
    package var mismatched = 0
    /// Bills above what was held for them.
    package var aboveHold = 0
    /// Of `attempts`, those whose usage is known: the sums below are over them.
    package var metered = 0
    package var estimatedInput = 0
    package var input = 0
    /// Of the metered, those that told the picture's share: the sums below are over them.
    package var imaged = 0
    package var estimatedImage = 0
    package var image = 0

    package init(
        profile: String,
        hour: Timestamp,
        model: String,
        schema: String,
        mediaResolution: String,
        result: String,
        emulated: Bool
    ) {
        self.profile = profile
        self.hour = hour
        self.model = model
        self.schema = schema
        self.mediaResolution = mediaResolution
        self.result = result
        self.emulated = emulated
    }

    /// The roll-up of one settled attempt; nil when nothing is known about how it was asked.
    package init?(of settlement: Settlement, hold: HoldRequest) {
        guard let facts = settlement.facts else { return nil }
        self.init(
            profile: hold.profile,
            hour: hold.hour,
            model: settlement.modelVersion ?? hold.model,
            schema: facts.schema,
            mediaResolution: facts.mediaResolution,
            result: settlement.result,
            emulated: settlement.emulated
        )
        attempts = 1
        repaired = facts.repaired ? 1 : 0
        aboveHold = settlement.cost > hold.amount ? 1 : 0
        guard settlement.usage.prompt > 0 else { return }
        mismatched = settlement.usage.reconciles ? 0 : 1
        metered = 1
        estimatedInput = facts.estimatedInput
        input = settlement.usage.prompt
        guard settlement.usage.image > 0 else { return }
        imaged = 1
        estimatedImage = facts.estimatedImage
        image = settlement.usage.image
    }

    /// The same without its sums: what its attempts have in common.
    package var group: AnswerRollup {
        AnswerRollup(
            profile: profile,
            hour: hour,
            model: model,
            schema: schema,
            mediaResolution: mediaResolution,
            result: result,
            emulated: emulated
        )
    }

    /// The same for all hours, without its sums.
    package var ofAllHours: AnswerRollup {
        AnswerRollup(
            profile: profile,
            hour: Timestamp(microseconds: 0),
            model: model,
            schema: schema,
            mediaResolution: mediaResolution,
            result: result,
            emulated: emulated
        )
    }

    /// Adds another's sums. Each is a count of tokens or attempts, far from the range of `Int`.
    package mutating func add(_ other: AnswerRollup) {
        attempts += other.attempts
        repaired += other.repaired
        mismatched += other.mismatched
        aboveHold += other.aboveHold
        metered += other.metered
        estimatedInput += other.estimatedInput
        input += other.input
        imaged += other.imaged
        estimatedImage += other.estimatedImage
        image += other.image
    }
}
