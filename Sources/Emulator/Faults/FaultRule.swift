/// When a rule applies. All that is set must hold; a rule with nothing set always applies.
struct FaultMatch: Sendable, Hashable {
    /// These calls, counted from 1.
    var nth: [Int] = []
    /// Every so many calls: 3 is the third, sixth, …
    var every: Int?
    /// So many calls in a row from each of those on: a burst.
    var run = 1
    /// The first so many calls.
    var first: Int?
    /// These calls of one picture, counted from 1: 1 is each picture's first attempt.
    var attempt: [Int] = []
    /// Hex of the SHA-256 of the inline picture; its beginning is enough.
    var imageSHA256: String?
    /// The model asked for.
    var model: String?
    /// From so long after the start on.
    var after: Duration?
    /// Until so long after the start.
    var before: Duration?
    /// 0...1, drawn from the seed, the picture and its attempt.
    var probability: Double?
}

struct FaultRule: Sendable, Hashable {
    var match = FaultMatch()
    var fault = Fault()
}

/// One call as the rules see it.
struct FaultCall: Sendable, Hashable {
    /// From 1, over all `generateContent` calls.
    let sequence: Int
    /// From 1, over the calls with this picture.
    let attempt: Int
    /// Empty when there is no picture.
    let imageSHA256: String
    let model: String
    /// Since the emulator started.
    var age = Duration.zero
}
