extension ZoneOffsets {
    /// Seconds east of UTC at `moment`. Complexity: logarithmic in the number of transitions.
    package func offset(at moment: Timestamp) -> Int {
        let index = countOfTransitions(upTo: moment)
        return index == 0 ? initialOffset : transitions[index - 1].offset
    }

    /// Start of the local hour that holds `moment`. Where the clock is put forward or back within an hour, a new hour
    /// starts there. The hours that begin at these moments follow each other without gap or overlap.
    package func startOfHour(_ moment: Timestamp) -> Timestamp {
        let offset = offset(at: moment)
        let sinceHour = (moment.seconds + Int64(offset)).flooredDivision(by: 3_600).remainder
        let start = Timestamp.seconds(moment.seconds - sinceHour)
        let index = countOfTransitions(upTo: moment)
        for transition in stride(from: index - 1, through: 0, by: -1) {
            guard transitions[transition].from > start else { break }
            // A row that changes no offset is no change of the clock.
            let before = transition == 0 ? initialOffset : transitions[transition - 1].offset
            if before != transitions[transition].offset { return transitions[transition].from }
        }
        return start
    }

    /// The first moment at which the local date is `date` or later, also where there is no midnight. Local midnight that
    /// comes twice counts the first time.
    package func start(of date: CivilDate) -> Timestamp {
        let local = Int64(date.daysSince1970) * 86_400
        // No offset is as large as two days: earlier moments cannot have this date.
        var index = countOfTransitions(upTo: .seconds(local - 2 * 86_400))
        while true {
            let offset = index == 0 ? initialOffset : transitions[index - 1].offset
            let midnight = Timestamp.seconds(local - Int64(offset))
            let start = index == 0 ? midnight : max(midnight, transitions[index - 1].from)
            if index == transitions.count || start < transitions[index].from { return start }
            index += 1
        }
    }

    /// How many transitions have happened at `moment`.
    private func countOfTransitions(upTo moment: Timestamp) -> Int {
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].from <= moment { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
