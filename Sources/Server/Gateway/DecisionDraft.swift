import Documents
import Economics
import Gate
import Imaging
import Ledger
import OwnPictures
import Policy

/// A decision while it is being made: filled in by each stop of the journey, turned into the answer and the row at
/// its end.
struct DecisionDraft: Sendable {
    let id: String
    let upload: Upload
    let hash: [UInt8]
    let idempotency: DecisionRecord.Idempotency?
    let cacheKey: [UInt8]

    /// Which route brought it.
    var route = DecisionRecord.Route.classify
    /// False for a call without a picture to judge: it has no outcome.
    var isUpload = true
    var header: ImageHeader?
    /// Instead of what the upload's bytes say; nil for uploads.
    var image: DecisionRecord.Image?
    var measured: MeasuredPicture?
    /// Of the gate, where another process has measured.
    var gateMicros: Int64?
    /// The decoded picture where the gate does not measure but near duplicates are looked for.
    var unmeasured: RGBImage?
    /// Where near duplicates share answers and the picture was decoded.
    var look: PictureLook?
    /// What answers must have been asked to be shared with it; empty where near duplicates share none.
    var question: [UInt8] = []
    var evidence = Evidence()
    var thresholds: Thresholds?
    /// The audit that it was drawn for before it came; nil for any other.
    var audit: DeviceAudit?
    /// What the profile's send-rate controller made of it; nil where there is none.
    var opinion: StrictnessDesk.Opinion?
    var verdict: Verdict?
    var outcome = Outcome.failed
    var source: Source?
    var reasons: [Reason] = []
    var isJudged = false
    var auditPropensity: Double?
    /// Whose answer it got, or is compared with.
    var donor: Donor?
    /// What that answer says.
    var donorCategory: String?
    /// Whether it is to be sent; the cloud's answer decides the outcome.
    var isSent = false
    var classification: JSON?
    /// The classification when it was paid for just now.
    var cloudClassification: JSON?
    var cost = Money.zero
    var usage = TokenUsage.zero
    var model: String?
    var emulated = false
    var error: ImagingError?
    /// The day cannot pay for it, and no more may be rejected: what its profile then wants. Nil where it can.
    var onPaceBlocked: BudgetSettings.OnPaceBlocked?
    /// What the model saw, where another is to judge its answer.
    var picture: ModelPicture?
    /// Where it waits to be sent later; nil: nowhere.
    var deferred: DeferredSend?
    /// Whether the client is told to come again, as its profile has it for a busy server.
    var isRefused = false
    /// Whether a client asked for it alone and waited; false for the pictures of a batch.
    var isRequest = true
    /// Where its time went so far.
    var steps: [JourneyStep] = []
    /// What went wrong upstream, for people.
    var detail: String?

    init(
        id: String,
        upload: Upload,
        hash: [UInt8],
        cacheKey: [UInt8],
        idempotency: DecisionRecord.Idempotency?
    ) {
        self.id = id
        self.upload = upload
        self.hash = hash
        self.idempotency = idempotency
        self.cacheKey = cacheKey
        audit = upload.device?.audit
    }
}

extension DecisionDraft {
    mutating func take(_ header: ImageHeader) { self.header = header }

    mutating func take(_ measured: MeasuredPicture?) {
        self.measured = measured
        look = measured?.look
    }

    /// Time of a core that decoding and looking at the picture will take, and comparing it with our own.
    func expectedWork(own: OwnPictures?) -> Duration {
        (header?.expectedDecode(bytes: upload.body.count) ?? .zero) + .milliseconds(7)
            + (own?.expectedWork ?? .zero)
    }

    /// Bytes that never became a picture.
    mutating func take(_ error: ImagingError) {
        self.error = error
        outcome = .failed
        source = nil
        isJudged = false
        switch error.code {
        case .unsupportedMedia: reasons = [.unsupportedMedia]
        case .imageTooLarge: reasons = [.imageTooLarge]
        case .undecodableImage: reasons = [.undecodableImage]
        }
    }

    /// More work waits than can be done in time: an answer at once, of the kind the profile asks for.
    mutating func overload() {
        guard upload.snapshot.profile.gate.onOverload == .refuse else {
            verdict = .send
            stayLocal(.overloaded)
            return
        }
        isRefused = true
        isSent = false
        isJudged = false
        verdict = nil
        outcome = .failed
        source = nil
        reasons = [.overloaded]
    }

    /// An answer that was paid for before.
    ///
    /// - Parameter distance: Bits by which the picture differs from the one it was paid for; nil: the very same bytes.
    mutating func take(_ cached: CachedAnswer, at distance: Int? = nil) {
        outcome = .cached
        source = .cache
        reasons = [distance == nil ? .exactCache : .nearCache]
        donor = Donor(decisionID: cached.decisionID, distance: distance)
        model = cached.modelVersion
        emulated = cached.emulated
        classification = cached.json
    }

    /// What the gate and the phase made of it.
    mutating func take(_ fate: Fate) {
        verdict = fate.verdict
        reasons = fate.reasons
        isSent = fate.isSent
        auditPropensity = fate.auditPropensity
        isJudged = true
        if !fate.isSent {
            outcome = .rejected
            source = .local
        }
    }

    /// Who is asked about it.
    var asked: CloudClassifier.Asked {
        guard onPaceBlocked == .cheaperModel, let model = upload.snapshot.profile.cloud.cheaperModel else {
            return .wanted
        }
        return .instead(model)
    }

    /// What the cloud made of it.
    mutating func take(_ result: CloudClassifier.Result) {
        cost = result.cost
        usage = result.usage
        model = result.model
        emulated = result.emulated
        detail = result.detail
        if let classification = result.classification {
            outcome = .sent
            source = .cloud
            self.classification = classification
            // What a stand-in said is not kept as the answer of the model that was wanted.
            guard !result.isStandIn else { return }
            cloudClassification = classification
            if let donorCategory { donor?.agrees = classification.primaryCategory == donorCategory }
        } else {
            stayLocal(result.failure ?? .upstreamFailed)
        }
    }

    /// Sent by the gate, answered with the local label all the same.
    mutating func stayLocal(_ reason: Reason) {
        outcome = .local
        source = .local
        reasons.insert(reason, at: 0)
    }
}

extension CachedAnswer {
    /// The classification; nil when it is damaged.
    var json: JSON? { DocumentReader.read(classification, file: "cache", dialect: .json).root.map(JSON.init) }
}
