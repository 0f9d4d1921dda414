/// An array or object that is being read. They stand in a list, not on the call stack, so that deep documents cost heap.
struct OpenContainer {
    /// Whether a comma may come next.
    enum Comma {
        /// After `{`, `[` or a comma.
        case forbidden
        /// After a value.
        case required
        /// After something that was skipped.
        case optional
    }

    /// A key whose value is being read.
    struct PendingKey {
        let key: String
        let start: SourcePosition
        let end: SourcePosition
    }

    let isObject: Bool
    let start: SourcePosition
    var comma = Comma.forbidden
    /// Where the comma before this place stands.
    var lastComma: Int?
    var items: [DocumentNode] = []
    /// Items read, the wrong ones too.
    var count = 0
    var members: [DocumentMember] = []
    var keys = KeyIndex()
    var pending: PendingKey?

    init(isObject: Bool, start: SourcePosition) {
        self.isObject = isObject
        self.start = start
    }

    var opener: Character { isObject ? "{" : "[" }
    var closer: Character { isObject ? "}" : "]" }
}
