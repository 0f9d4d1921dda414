package import Economics
package import Policy

/// What one document would have made of the recorded uploads.
package struct ReplaySide: Sendable {
    /// Calls of one kind: those whose cost is on record, and those that were never made.
    package struct Calls: Sendable, Hashable {
        package private(set) var known = 0
        package private(set) var knownNanoUSD: Int64 = 0
        package private(set) var unknown = 0

        mutating func add(_ call: RecordedUpload.Call) {
            switch call {
            case .made(let cost, _):
                known += 1
                // Sums of costs of a replay stay far below 9.2 billion USD; the largest amount if they ever do not.
                knownNanoUSD =
                    knownNanoUSD.addingReportingOverflow(cost.nanoUSD).overflow
                    ? .max : knownNanoUSD + cost.nanoUSD
            case .none: unknown += 1
            }
        }
    }

    /// One local day.
    package struct Day: Sendable, Hashable {
        package internal(set) var sends = Calls()
        package internal(set) var rejects = Calls()
    }

    package let profile: Profile
    let zone: ZoneOffsets
    package private(set) var sends = 0
    /// By the deciding reason.
    package private(set) var rejects: [Reason: Int] = [:]
    /// By local day of the profile's zone.
    package private(set) var days: [CivilDate: Day] = [:]
    /// Rejected uploads, own pictures apart, whose answer is known for certain: they were sent as no audit.
    package private(set) var known = Labels()
    /// Those that were rejected and drawn to be sent all the same.
    package private(set) var audited = Labels()
    /// Those that were rejected and not drawn: only the audited ones speak for them.
    package private(set) var unseen = 0
    /// Uploads whose scores belong to another scorer or version than the document's thresholds.
    package private(set) var otherSpace = 0

    private var hour: (from: Timestamp, day: CivilDate)?

    package struct Labels: Sendable, Hashable {
        package internal(set) var count = 0
        /// The cloud gave a category other than `other`.
        package internal(set) var useful = 0
        /// Sums of 1 / propensity.
        package internal(set) var weight = 0.0
        package internal(set) var usefulWeight = 0.0
        /// Sum of 1 / propensity squared.
        package internal(set) var squares = 0.0

        mutating func add(isUseful: Bool, weight: Double) {
            count += 1
            self.weight += weight
            squares += weight * weight
            if isUseful {
                useful += 1
                usefulWeight += weight
            }
        }
    }

    init(profile: Profile, zone: ZoneOffsets) {
        self.profile = profile
        self.zone = zone
    }

    /// Rejects whatever their reason.
    package var rejected: Int { rejects.values.reduce(0, +) }

    /// The share of rejects that are sent: all of them in phase `measure`.
    package var sentShareOfRejects: Double { profile.phase == .measure ? 1 : profile.falseRejects.auditShare }

    /// The verdict the document comes to; nil where it sends for want of scores it may judge.
    func judgement(of upload: RecordedUpload) -> Judgement? {
        guard profile.gate.enabled, upload.basis == .scores, upload.scoreSpace == profile.scoreSpace else { return nil }
        return Judge.judgement(of: upload.evidence, settings: profile.gate, thresholds: .start(of: profile.gate))
    }

    mutating func add(_ upload: RecordedUpload, _ judgement: Judgement?) {
        if upload.basis == .scores, upload.scoreSpace != profile.scoreSpace { otherSpace += 1 }
        let day = day(of: upload.at)
        guard let judgement, judgement.verdict == .reject else {
            sends += 1
            days[day, default: Day()].sends.add(upload.call)
            return
        }
        let reason = judgement.reasons[0]
        rejects[reason, default: 0] += 1
        days[day, default: Day()].rejects.add(upload.call)
        guard reason != .ownWatermark else { return }
        switch (upload.call, upload.auditPropensity) {
        case (.made(_, let isUseful), nil): known.add(isUseful: isUseful, weight: 1)
        case (.made(_, let isUseful), let propensity?):
            audited.add(isUseful: isUseful, weight: propensity > 0 ? 1 / propensity : 1)
        case (.none, _): unseen += 1
        }
    }

    /// Uploads come nearly in order: the day is looked up once an hour.
    private mutating func day(of moment: Timestamp) -> CivilDate {
        if let hour, hour.from <= moment, moment < hour.from.advanced(bySeconds: 900) { return hour.day }
        // Every zone's offset is a multiple of a quarter of an hour, and so are its days.
        let from = Timestamp.seconds(moment.seconds - (moment.seconds % 900 + 900) % 900)
        let day = CivilDate(at: moment, in: zone)
        hour = (from, day)
        return day
    }
}
