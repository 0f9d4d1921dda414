/// How devices of a profile work for it: what they measure first, what they upload, when they ask for a policy again, and
/// which versions of the app are too old.
package struct DeviceSettings: Sendable, Hashable {
    /// How strong a device is, by its own word. No model's name is ever kept.
    package enum Class: String, Sendable, CaseIterable { case low, mid, high }

    /// One measure of the on-device gate, in the order they run.
    package struct Step: Sendable, Hashable {
        package enum Name: String, Sendable, CaseIterable { case sharpness, labels, saliency }

        package let name: Name
        /// After which the device goes on without it.
        package let budget: Duration
        /// The classes that run it. A device that always runs out of time is told to leave the dear step out.
        package let classes: Set<Class>

        package init(name: Name, budget: Duration, classes: Set<Class>) {
            self.name = name
            self.budget = budget
            self.classes = classes
        }
    }

    package enum Format: String, Sendable, CaseIterable { case heic, jpeg, webp, png }

    /// What a device takes for the policy it has not heard of for too long.
    package enum OnStale: String, Sendable, CaseIterable { case measure }

    package let steps: [Step]
    /// Images of one run over a library: scorers leak memory.
    package let maxImagesPerRun: Int
    /// Longer side of an upload, pixels.
    package let uploadMaxSide: Int
    /// 0.3...1.
    package let uploadQuality: Double
    package let uploadFormats: [Format]
    package let minFetchInterval: Duration
    package let staleAfter: Duration
    package let onStale: OnStale
    /// Apps older than this are told so.
    package let warnBelow: ClientVersion?
    /// Apps older than this are refused.
    package let blockBelow: ClientVersion?
    package let rollout: Rollout
    /// Share of the full rate in the background outside the night window, 0...1.
    package let dayBackgroundShare: Double

    package init(
        steps: [Step],
        maxImagesPerRun: Int,
        uploadMaxSide: Int,
        uploadQuality: Double,
        uploadFormats: [Format],
        minFetchInterval: Duration,
        staleAfter: Duration,
        onStale: OnStale,
        warnBelow: ClientVersion?,
        blockBelow: ClientVersion?,
        rollout: Rollout,
        dayBackgroundShare: Double
    ) {
        self.steps = steps
        self.maxImagesPerRun = maxImagesPerRun
        self.uploadMaxSide = uploadMaxSide
        self.uploadQuality = uploadQuality
        self.uploadFormats = uploadFormats
        self.minFetchInterval = minFetchInterval
        self.staleAfter = staleAfter
        self.onStale = onStale
        self.warnBelow = warnBelow
        self.blockBelow = blockBelow
        self.rollout = rollout
        self.dayBackgroundShare = dayBackgroundShare
    }
}
