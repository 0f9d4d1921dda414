/// A dashboard that somebody looks at: what is shown, what was asked, what a key does. Time comes in, bytes go out
/// elsewhere.
package struct LiveView: Sendable {
    /// What is looked at.
    package struct Question: Sendable, Hashable {
        package var name: String
        /// Nil: all.
        package var profile: String?
        package var days = 1

        package init(name: String, profile: String? = nil) {
            self.name = name
            self.profile = profile
        }
    }

    /// What a key asks for.
    package enum Wish: Sendable, Hashable {
        /// Drawn anew, no more.
        case nothing
        /// The server is asked at once.
        case answer
        case end
    }

    package private(set) var question: Question
    package private(set) var isPaused = false
    package private(set) var isHelpShown = false
    /// Consecutive failures.
    package private(set) var failures = 0
    let server: String
    private(set) var names: [String]
    private(set) var answers: [Question: (answer: LiveAnswer, at: Duration)] = [:]
    private(set) var failure: String?
    /// When the server is asked again.
    package private(set) var next: Duration?
    package private(set) var isAsking = false
    private var profiles: [String] = []
    /// Whose figures the summary is of: what was asked for first.
    private let summedUp: String?
    private(set) var first: (answer: LiveAnswer, at: Duration)?
    private(set) var last: (answer: LiveAnswer, at: Duration)?

    static let spans = [1, 7, 30]

    /// - Parameter server: As people write it.
    package init(_ question: Question, server: String) {
        self.question = question
        self.server = server
        summedUp = question.profile
        names = [question.name]
    }

    /// The answer that is shown, however old.
    var shown: (answer: LiveAnswer, at: Duration)? { answers[question] }

    package var hasAnswer: Bool { !answers.isEmpty }

    package mutating func asked() { isAsking = true }

    /// - Parameter interval: After which the server is asked again.
    package mutating func received(_ answer: LiveAnswer, to asked: Question, at now: Duration, every interval: Duration)
    {
        isAsking = false
        failure = nil
        failures = 0
        next = now + interval
        answers[asked] = (answer, now)
        names = answer.names
        if asked.profile == nil { profiles = answer.profiles }
        if asked.profile == summedUp {
            if first == nil { first = (answer, now) }
            last = (answer, now)
        }
    }

    /// The server is asked again after 1, 2, 4 … 30 s.
    package mutating func failed(_ message: String, at now: Duration) {
        isAsking = false
        failure = message
        failures += 1
        next = now + .seconds(min(30, 1 << min(failures - 1, 5)))
    }

    package mutating func press(_ key: Key) -> Wish {
        if isHelpShown {
            isHelpShown = false
            if key == .character("q") { return .end }
            return .nothing
        }
        switch key {
        case .character("q"): return .end
        case .character("?"), .character("h"): isHelpShown = true
        case .character("p"), .character(" "):
            isPaused.toggle()
            if !isPaused { return .answer }
        case .character("r"), .enter: return .answer
        case .tab, .right, .character("l"): return turn(by: 1)
        case .shiftTab, .left: return turn(by: -1)
        case .character("o"): return turnProfile(by: 1)
        case .down: return turnProfile(by: 1)
        case .up: return turnProfile(by: -1)
        case .character("s"):
            let index = (Self.spans.firstIndex(of: question.days) ?? 0) + 1
            question.days = Self.spans[index % Self.spans.count]
            return .answer
        case .character(let digit):
            guard let number = digit.wholeNumberValue, (1...names.count).contains(number) else { return .nothing }
            return show(names[number - 1])
        case .escape: return .nothing
        }
        return .nothing
    }

    private mutating func turn(by step: Int) -> Wish {
        let index = names.firstIndex(of: question.name) ?? 0
        return show(names[(index + step + names.count) % names.count])
    }

    private mutating func show(_ name: String) -> Wish {
        guard name != question.name else { return .nothing }
        question.name = name
        return .answer
    }

    /// All, then each by itself.
    private mutating func turnProfile(by step: Int) -> Wish {
        let choices: [String?] = [nil] + profiles
        guard choices.count > 2 else { return .nothing }
        let index = choices.firstIndex(of: question.profile) ?? 0
        question.profile = choices[(index + step + choices.count) % choices.count]
        return .answer
    }
}
