package import Platform
package import Policy

/// Calls `generateContent`. Knows nothing of money: the caller reserves before each attempt and settles after it.
package final class GeminiClient: Sendable {
    /// - Parameters:
    ///   - baseURL: `https://generativelanguage.googleapis.com` or an emulator.
    ///   - key: Sent as `x-goog-api-key`; never logged.
    package init(http: HTTPClient, baseURL: String, key: String) {}

    /// The request body for one picture under a policy. Computed once and used by every attempt.
    package static func requestBody(jpeg: [UInt8], snapshot: PolicySnapshot) -> [UInt8] { [] }

    /// One attempt.
    package func attempt(
        body: [UInt8],
        model: String,
        contract: Contract,
        deadline: ContinuousClock.Instant
    ) async -> GeminiAttempt {
        GeminiAttempt(
            outcome: .deadline,
            usage: nil,
            modelVersion: nil,
            responseID: nil,
            billingUncertain: false,
            latency: .zero,
            emulated: false
        )
    }
}
