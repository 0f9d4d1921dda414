/// What the cloud is asked and must answer, from `contracts/NAME.json5`.
package struct Contract: Sendable, Hashable {
    package struct Field: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            /// One of the values.
            case choice([String])
            /// A list of free words that match `pattern`, cleaned and cut to `count`.
            case words(pattern: Pattern, count: ClosedRange<Int>)
            /// A list of distinct values out of a set.
            case choices([String], count: ClosedRange<Int>)
        }

        package enum Pattern: String, Sendable, CaseIterable {
            /// `[a-z0-9]+(_[a-z0-9]+)*`
            case snakeCase
            /// `#rrggbb`
            case hexColor
        }

        package let name: String
        package let kind: Kind
        package let nullable: Bool

        package init(name: String, kind: Kind, nullable: Bool) {
            self.name = name
            self.kind = kind
            self.nullable = nullable
        }
    }

    package struct Prompt: Sendable, Hashable {
        package let system: String
        package let user: String
        /// What may be said behind `user` about a picture the gate has looked at, by what it took it for. Hints, worded as
        /// hints: the model is to judge for itself. Nothing is said of a category that has none.
        package let hints: [CoarseCategory: String]

        package init(system: String, user: String, hints: [CoarseCategory: String] = [:]) {
            self.system = system
            self.user = user
            self.hints = hints
        }
    }

    package let name: String
    package let version: Int
    /// In the order in which the model is asked to answer.
    package let fields: [Field]
    /// By language: `en`, `ja`.
    package let prompts: [String: Prompt]

    package init(name: String, version: Int, fields: [Field], prompts: [String: Prompt]) {
        self.name = name
        self.version = version
        self.fields = fields
        self.prompts = prompts
    }
}
