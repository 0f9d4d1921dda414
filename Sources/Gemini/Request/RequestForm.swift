package import Policy

/// What of a request is sent: everything the family takes, or less where the API refused part of it.
package struct RequestForm: Sendable, Hashable {
    package var schema: SchemaForm
    /// Whether temperature and topP go out where the family takes them.
    package var sampling: Bool
    /// Whether the least thinking is asked for. Without it the model thinks as it likes, inside `maxOutputTokens`.
    package var thinking: Bool
    /// Whether the service tier is named. A batch is one of its own.
    package var tier: Bool

    package init(schema: SchemaForm = .full, sampling: Bool = true, thinking: Bool = true, tier: Bool = true) {
        self.tier = tier
        self.schema = schema
        self.sampling = sampling
        self.thinking = thinking
    }

    package static let full = RequestForm()

    /// Everything the family takes.
    package init(_ capabilities: ModelCapabilities) {
        self.init(schema: capabilities.schema == .full ? .full : .reduced)
    }

    /// The form without what a 400 was about; nil when that cannot be left out, or was already.
    package func without(_ fault: RequestFault) -> RequestForm? {
        var form = self
        switch fault {
        case .schema: form.schema = .reduced
        case .sampling: form.sampling = false
        case .thinking: form.thinking = false
        case .other: return nil
        }
        return form == self ? nil : form
    }
}
