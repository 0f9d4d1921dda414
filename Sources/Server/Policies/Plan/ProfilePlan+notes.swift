extension ProfilePlan {
    /// What a replay of recorded uploads cannot show of the change, for people.
    package var notes: [String] {
        let (today, proposed) = (replay.today.profile, replay.proposed.profile)
        let (hasDial, hadDial) = (proposed.target.mode != .off, today.target.mode != .off)
        var notes: [String] = []
        switch (hadDial, hasDial) {
        case (false, false): return []
        case (false, true):
            notes.append(
                "with target.mode \(proposed.target.mode.rawValue) a dial moves the thresholds: this replays those of the "
                    + "document, which it does not use"
            )
        case (true, false):
            notes.append("a dial moves today's thresholds: `today` replays those of the document, not what was sent")
        case (true, true):
            notes.append("a dial moves the thresholds: both columns replay those of the documents, not what it sends")
        }
        guard proposed.target.mode == .auto, today.target.mode != .auto else { return notes }
        return notes + [
            "until \(FigureText.count(StrictnessDesk.leastLabels)) answers of \(StrictnessDesk.leastDays) days are certified "
                + "the dial rejects next to nothing (`torii control certificate`); phase \"measure\" collects them"
        ]
    }
}
