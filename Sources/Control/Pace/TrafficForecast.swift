/// How a day's uploads, their revenue and the least share of them that can be sent spread over its hours, learnt from the
/// days before. It plans spending; it never flattens the rate by the hour.
package struct TrafficForecast: Sendable, Hashable {
    package static let dayLength: Int64 = 86_400_000
    private static let hourLength: Int64 = 3_600_000
    /// What the newest day counts against all before it.
    private static let freshness = 0.5

    /// What one hour saw, or is expected to see.
    package struct Hour: Sendable, Hashable {
        package var uploads = 0.0
        /// Nano-USD.
        package var revenue = 0.0
        /// Uploads that no threshold allowed could have rejected.
        package var least = 0.0

        package init() {}

        static func + (one: Hour, other: Hour) -> Hour {
            var sum = one
            sum.uploads += other.uploads
            sum.revenue += other.revenue
            sum.least += other.least
            return sum
        }

        static func * (hour: Hour, factor: Double) -> Hour {
            var part = hour
            part.uploads *= factor
            part.revenue *= factor
            part.least *= factor
            return part
        }
    }

    /// Empty before the first whole day.
    private var hours: [Hour] = []

    package init() {}

    package var isEmpty: Bool { hours.isEmpty }

    /// Learns from a finished day of 24 hours.
    mutating func learn(_ day: [Hour]) {
        guard day.contains(where: { $0.uploads > 0 }) else { return }
        guard !isEmpty else {
            hours = day
            return
        }
        for hour in 0..<24 { hours[hour] = hours[hour] * (1 - Self.freshness) + day[hour] * Self.freshness }
    }

    /// What a whole day is expected to see.
    var day: Hour { hours.reduce(Hour(), +) }

    /// What is expected from a moment of the day to its end.
    func rest(after millisecond: Int64) -> Hour {
        var sum = Hour()
        for hour in Self.hour(millisecond)..<24 {
            let start = Int64(hour) * Self.hourLength
            let share = 1 - Double(max(0, millisecond - start)) / Double(Self.hourLength)
            sum = sum + hours[hour] * share
        }
        return sum
    }

    /// What uploads counted by the hour were expected to earn, in nano-USD.
    func expectedRevenue(of day: [Hour]) -> Double {
        let mean = self.day
        let usual = mean.uploads > 0 ? mean.revenue / mean.uploads : 0
        return (0..<24).reduce(0) { sum, hour in
            let known = hours[hour]
            return sum + day[hour].uploads * (known.uploads > 0 ? known.revenue / known.uploads : usual)
        }
    }

    /// Of a day's millisecond; before and after the day its first and last.
    static func hour(_ millisecond: Int64) -> Int { Int(min(23, max(0, millisecond / hourLength))) }
}

extension TrafficForecast {
    func store(in memory: inout MemoryWriter) { Self.store(hours, in: &memory) }

    init(_ memory: inout MemoryReader) {
        hours = Self.hours(&memory)
        guard hours.isEmpty || hours.count == 24 else {
            hours = []
            memory.refuse()
            return
        }
    }

    static func store(_ hours: [Hour], in memory: inout MemoryWriter) {
        memory.put(hours.flatMap { [$0.uploads, $0.revenue, $0.least] })
    }

    static func hours(_ memory: inout MemoryReader) -> [Hour] {
        let numbers = memory.reals()
        guard numbers.allSatisfy({ (-1e18...1e18).contains($0) }) else {
            memory.refuse()
            return []
        }
        return stride(from: 0, to: numbers.count - 2, by: 3).map { start in
            var hour = Hour()
            hour.uploads = numbers[start]
            hour.revenue = numbers[start + 1]
            hour.least = numbers[start + 2]
            return hour
        }
    }
}
