import Economics

extension MemoryLedger {
    /// Returns what stood before.
    mutating func put(_ word: Feedback) -> SecondWords {
        let earlier = words(on: word.decisionID)
        if earlier.user?.says(word) != true { feedback[word.decisionID] = word }
        return earlier
    }

    /// Returns what stood before.
    mutating func append(_ judgement: AuditJudgement) throws(LedgerError) -> SecondWords {
        let earlier = words(on: judgement.decisionID)
        let latest = earlier.reviewer?.edition ?? 0
        guard judgement.edition == latest + 1 else { throw .stale(judgement: judgement.edition, latest: latest) }
        judgements[judgement.decisionID, default: []].append(judgement)
        return earlier
    }

    func words(on decisionID: String) -> SecondWords {
        SecondWords(user: feedback[decisionID], reviewer: judgements[decisionID]?.last)
    }

    func audits(_ query: AuditQuery) -> [AnsweredAudit] {
        let found = decisions.reversed().lazy
            .filter {
                $0.isAnsweredAudit && $0.at >= query.from && (query.profile == nil || $0.profile == query.profile)
            }
            .map { AnsweredAudit(decision: $0, words: words(on: $0.id)) }
            .filter { !query.isWaiting || $0.words.isWaiting }
        return Array(found.prefix(max(0, query.limit)))
    }

    func wrongRejects(profile: String, route: DecisionRecord.Route, scoreSpace: String, since: Timestamp) -> Int {
        let words = feedback.values.filter {
            $0.profile == profile && $0.route == route && $0.scoreSpace == scoreSpace && $0.kind == .wrongReject
                && $0.hour >= since
        }
        let pictures = words.map { word in
            positions[word.decisionID].flatMap { decisions[$0].image?.sha256 } ?? Array(word.decisionID.utf8)
        }
        return Set(pictures).count
    }

    func feedbackCounts(from: Timestamp, to: Timestamp) -> [FeedbackCount] {
        struct Group: Hashable {
            let profile: String
            let hour: Timestamp
            let route: DecisionRecord.Route
            let scoreSpace: String
            let kind: Feedback.Kind
        }
        var counts: [Group: Int] = [:]
        for word in feedback.values where from <= word.hour && word.hour < to {
            let group = Group(
                profile: word.profile,
                hour: word.hour,
                route: word.route,
                scoreSpace: word.scoreSpace,
                kind: word.kind
            )
            counts[group, default: 0] += 1
        }
        return counts.map { group, count in
            FeedbackCount(
                profile: group.profile,
                hour: group.hour,
                route: group.route,
                scoreSpace: group.scoreSpace,
                kind: group.kind,
                count: count
            )
        }.sorted(by: FeedbackCount.inOrder)
    }
}
