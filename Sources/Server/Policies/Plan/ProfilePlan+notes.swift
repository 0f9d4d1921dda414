extension ProfilePlan {
    /// What a replay of recorded uploads cannot show of the change, for people.
    package var notes: [String] {
        let (today, proposed) = (replay.today.profile, replay.proposed.profile)
        guard proposed.target.mode == .auto, today.target.mode != .auto else { return [] }
        return [
            "with target.mode auto a dial moves the thresholds: this replays those of the document, which it does not use",
            "until \(FigureText.count(StrictnessDesk.leastLabels)) answers of \(StrictnessDesk.leastDays) days are certified "
                + "the dial rejects next to nothing (`torii control certificate`); phase \"measure\" collects them",
        ]
    }
}
