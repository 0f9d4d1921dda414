import Economics

extension MemoryLedger {
    /// Returns the word that stood before.
    mutating func put(_ word: Feedback) -> Feedback? {
        let earlier = feedback[word.decisionID]
        if earlier?.says(word) != true { feedback[word.decisionID] = word }
        return earlier
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
