import Economics
package import Ledger
import Platform

/// Questions at `/v1/gate` that were drawn to be sent all the same and whose pictures are to follow. Each is followed once,
/// by a picture of the same key and profile.
package final class OpenQuestions: Sendable {
    /// What a device calls a picture, under the key and profile it asked with.
    private struct Name: Hashable {
        let client: String
        let profile: String
        let imageID: String
    }

    private struct State {
        var questions: [String: AuditQuestion] = [:]
        /// The latest of each name.
        var names: [Name: String] = [:]
        /// Ids in their order; some are followed.
        var order: [String] = []
    }

    /// More are forgotten, the oldest first.
    private let limit: Int
    private let state = Locked(State())

    /// - Parameter open: Oldest first.
    package init(_ open: [AuditQuestion] = [], limit: Int = AuditQuestion.mostOpen) {
        self.limit = limit
        for question in open { add(question) }
    }

    func add(_ question: AuditQuestion) {
        state.withLock { state in
            let id = question.decision.id
            state.questions[id] = question
            if let name = Self.name(question) { state.names[name] = id }
            state.order.append(id)
            guard state.order.count > limit else { return }
            // Half at a time, so that it is seldom.
            let gone = state.order.prefix(state.order.count - limit / 2)
            state.order.removeFirst(gone.count)
            for id in gone { _ = Self.remove(id, &state) }
        }
    }

    /// Opens a question again that was taken and not followed. It keeps its turn, and the name where a later one has it.
    func putBack(_ question: AuditQuestion) {
        state.withLock { state in
            let id = question.decision.id
            state.questions[id] = question
            if let name = Self.name(question), state.names[name] == nil { state.names[name] = id }
        }
    }

    /// Takes the question that a picture follows: the one its client names, else the latest about one of these image ids.
    /// Nil where none is open, or its time is over.
    func take(
        named id: String?,
        imageIDs: [String],
        client: String,
        profile: String,
        at now: Timestamp
    ) -> AuditQuestion? {
        state.withLock { state in
            guard !state.questions.isEmpty else { return nil }
            let ids =
                [id] + imageIDs.map { state.names[Name(client: client, profile: profile, imageID: Self.folded($0))] }
            for id in ids.compactMap({ $0 }) {
                guard let question = state.questions[id], question.decision.client == client,
                    question.decision.profile == profile,
                    question.decision.at > now.advanced(bySeconds: -AuditQuestion.seconds)
                else { continue }
                return Self.remove(id, &state)
            }
            return nil
        }
    }

    private static func name(_ question: AuditQuestion) -> Name? {
        guard !question.imageID.isEmpty else { return nil }
        return Name(
            client: question.decision.client,
            profile: question.decision.profile,
            imageID: folded(question.imageID)
        )
    }

    /// Digits of a digest are written either way.
    private static func folded(_ imageID: String) -> String {
        imageID.hasPrefix("sha256:") ? imageID.lowercased() : imageID
    }

    private static func remove(_ id: String, _ state: inout State) -> AuditQuestion? {
        guard let question = state.questions.removeValue(forKey: id) else { return nil }
        if let name = name(question), state.names[name] == id { state.names[name] = nil }
        return question
    }
}
