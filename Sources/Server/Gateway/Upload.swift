package import Economics
import Platform
package import Policy

/// One authenticated upload, before anything is known about its bytes.
package struct Upload: Sendable {
    package private(set) var snapshot: PolicySnapshot
    /// Id of the API key it came with: the scope of its idempotency key.
    package let client: String
    package private(set) var body: [UInt8]
    package let idempotencyKey: String?
    /// When the last body byte was there: both deadlines count from it.
    package private(set) var bodyComplete: ContinuousClock.Instant
    package let receivedAt: Timestamp
    /// What the client is willing to wait; clips the profile's deadline.
    package private(set) var clientDeadline: Duration?
    /// What the client says the body's SHA-256 is; another one refuses it.
    package let expectedHash: [UInt8]?
    /// Remarks about headers that were not understood; they never fail an upload.
    package let warnings: [String]
    /// Whether its client lets the answer come later.
    package let mayWait: Bool
    /// What the device said about the picture; nil where it said nothing.
    package let device: DeviceStatement?
    /// What a revision that is rolled out would have the upload judged by, should it be drawn for it; nil while none is.
    package private(set) var staged: PolicySnapshot?
    /// Names whoever it comes from, so that all of theirs are judged alike; nil: the picture itself draws.
    package private(set) var unit: String?
    /// Which app sends it, on which kind of device.
    package let label: ClientLabel
    /// The client's span it belongs to; nil where the client has none.
    package let trace: TraceParent?
    /// The decision of `/v1/gate` that its client says it follows; nil where it names none.
    package let gateDecision: String?
    /// Said beside a refusal of its bytes.
    package let hint: String?

    package init(
        snapshot: PolicySnapshot,
        client: String,
        body: [UInt8],
        idempotencyKey: String?,
        bodyComplete: ContinuousClock.Instant,
        receivedAt: Timestamp,
        clientDeadline: Duration?,
        expectedHash: [UInt8]? = nil,
        warnings: [String] = [],
        mayWait: Bool = false,
        device: DeviceStatement? = nil,
        staged: PolicySnapshot? = nil,
        unit: String? = nil,
        label: ClientLabel = ClientLabel(),
        trace: TraceParent? = nil,
        gateDecision: String? = nil,
        hint: String? = nil
    ) {
        self.snapshot = snapshot
        self.client = client
        self.body = body
        self.idempotencyKey = idempotencyKey
        self.bodyComplete = bodyComplete
        self.receivedAt = receivedAt
        self.clientDeadline = clientDeadline
        self.expectedHash = expectedHash
        self.warnings = warnings
        self.mayWait = mayWait
        self.device = device
        self.staged = staged
        self.unit = unit
        self.label = label
        self.trace = trace
        self.gateDecision = gateDecision
        self.hint = hint
    }

    /// The upload as it is judged from here on: by the revision in force, or by the one that is rolled out.
    ///
    /// - Parameter hash: SHA-256 of the picture.
    func drawn(_ hash: [UInt8]) -> Upload {
        guard let staged, staged.includes(unit ?? Encoding.hex(hash)) else { return self }
        var upload = self
        upload.snapshot = staged
        upload.staged = nil
        upload.unit = nil
        return upload
    }

    /// The upload where its picture is asked about once more, when its client has its answer: all the profile's time is there
    /// again, and the bytes are no longer needed.
    func again(at moment: ContinuousClock.Instant) -> Upload {
        var upload = self
        upload.bodyComplete = moment
        upload.clientDeadline = nil
        upload.body = []
        return upload
    }

    /// The last moment at which the cloud may still be asked.
    var cloudDeadline: ContinuousClock.Instant {
        let allowed = snapshot.profile.cloud.deadline
        return bodyComplete + min(clientDeadline ?? allowed, allowed)
    }

    /// The last moment at which measuring may still hold the user up.
    var gateDeadline: ContinuousClock.Instant { min(bodyComplete + snapshot.profile.gate.deadline, cloudDeadline) }
}

extension PolicySnapshot {
    /// Whether an upload is drawn for the revision that is rolled out: by a stable hash, so that the same unit is always
    /// judged alike, and stays in when the share grows.
    func includes(_ unit: String) -> Bool {
        guard let rollout else { return true }
        let text = Rollout.text(salt: rollout.salt, unit: unit)
        return rollout.includes(bucket: Rollout.bucket(digest: Crypto.sha256(Array(text.utf8))))
    }
}
