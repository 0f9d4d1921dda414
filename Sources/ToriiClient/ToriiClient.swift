internal import Devices
public import Foundation
internal import Policy

/// A profile's gate on a device: fetches the signed policy, judges scores by it, reports verdicts, uploads pictures.
///
/// Nothing here makes a user wait: the policy at hand answers at once and is renewed behind it, and whatever goes wrong
/// leads to send. One client serves a profile and a score space; it may be used from any thread.
public actor ToriiClient {
    let configuration: Configuration
    let transport: any Transport
    private let verifier: any SignatureVerifier
    private let store: any PolicyStore
    private let clock: any ClientClock
    private var shelf: PolicyShelf
    private var renewing: Task<Renewal, Never>?

    /// Loads the policy that was kept, after checking its signature anew; without one the client can only send.
    ///
    /// - Parameters:
    ///   - store: Where the policy outlives the app; see ``FilePolicyStore``.
    ///   - verifier: Ed25519. On Apple systems ``CryptoKitVerifier``; elsewhere the app's own.
    public init(
        configuration: Configuration,
        transport: any Transport,
        store: any PolicyStore,
        verifier: any SignatureVerifier,
        clock: any ClientClock = SystemClientClock()
    ) async {
        self.configuration = configuration
        self.transport = transport
        self.store = store
        self.verifier = verifier
        self.clock = clock
        let reader = SignedPolicyReader(configuration: configuration, verifier: verifier)
        let kept = await store.load()
        var shelf = PolicyShelf(installID: configuration.installID)
        for policy in kept.compactMap(reader.policy(of:)).sorted(by: { $0.policy.revision < $1.policy.revision }) {
            shelf.take(policy, fetchedAt: policy.kept.fetchedAt)
        }
        self.shelf = shelf
    }

    /// The policy that decides now, for settings screens and logs.
    public var status: PolicyStatus {
        PolicyStatus(
            shelf.active(at: clock.now),
            shelf: shelf,
            appVersion: configuration.appVersion,
            at: clock.now
        )
    }

    /// Judges one picture by its on-device scores, at once and without the network. A policy that is due is renewed in the
    /// background.
    ///
    /// - Parameter imageID: Names the picture for good, such as `sha256:HEX`: audits are drawn by its hash, so the same
    ///   picture is drawn or not whenever it is judged.
    public func judge(_ scores: DeviceScores, imageID: String) -> LocalVerdict {
        if shelf.isDue(at: clock.now, jitter: configuration.jitter) { startRenewing() }
        return LocalVerdict(of: scores, imageID: imageID, by: shelf.active(at: clock.now))
    }

    /// Whether and how the device should work now. The same rules run on the server.
    public func advice(
        for conditions: DeviceConditions,
        mode: WorkMode,
        memory: AdviceMemory = AdviceMemory(),
        at date: Date = Date(),
        calendar: Calendar = .current
    ) -> Advice {
        let policy = shelf.active(at: clock.now)
        let parts = calendar.dateComponents([.hour, .minute], from: date)
        return Advice(
            Governor.decision(
                for: conditions.state,
                mode: mode.mode,
                settings: policy.governor,
                memory: memory.memory,
                minuteOfDay: (parts.hour ?? 0) * 60 + (parts.minute ?? 0),
                dayShare: policy.devices.dayBackgroundShare
            )
        )
    }

    /// Fetches the policy if it is due, or at once when `force` is set; waits for a fetch under way.
    @discardableResult
    public func renew(force: Bool = false) async -> Renewal {
        guard force || renewing != nil || shelf.isDue(at: clock.now, jitter: configuration.jitter) else {
            return .notDue
        }
        return await startRenewing().value
    }

    @discardableResult
    private func startRenewing() -> Task<Renewal, Never> {
        if let renewing { return renewing }
        let task = Task { await fetch() }
        renewing = task
        return task
    }

    private func fetch() async -> Renewal {
        defer { renewing = nil }
        let renewal = await fetched()
        if case .failed = renewal.outcome { shelf.failed(at: clock.now, retryAfter: renewal.retryAfter) }
        return renewal.outcome
    }

    /// What came of it, and the seconds the server asks for before the next try.
    private func fetched() async -> (outcome: Renewal, retryAfter: TimeInterval?) {
        let response: TransportResponse
        do {
            response = try await transport.response(to: configuration.policyRequest(tag: shelf.latest?.kept.tag))
        } catch {
            return (.failed(.offline), nil)
        }
        switch response.status {
        case 304 where shelf.latest != nil:
            shelf.confirmed(at: clock.now)
            await store.save(shelf.kept)
            return (.unchanged, nil)
        case 200:
            let kept = KeptPolicy(response: response, fetchedAt: clock.now)
            let reader = SignedPolicyReader(configuration: configuration, verifier: verifier)
            guard let policy = kept.flatMap(reader.policy(of:)) else { return (.failed(.notVerified), nil) }
            guard policy.policy.revision >= shelf.latest?.policy.revision ?? 0 else {
                return (.failed(.olderRevision), nil)
            }
            shelf.take(policy, fetchedAt: clock.now)
            await store.save(shelf.kept)
            return (.renewed(revision: policy.policy.revision), nil)
        default: return (.failed(.refused(status: response.status)), response.retryAfter)
        }
    }
}
