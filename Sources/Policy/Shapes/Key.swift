/// One key of an object.
package struct Key: Sendable {
    package let name: String
    let form: Form
    let isRequired: Bool
    /// What it sets, in one line; for schemas and editors.
    let summary: String

    private init(_ name: String, _ form: Form, isRequired: Bool, _ summary: String) {
        self.name = name
        self.form = form
        self.isRequired = isRequired
        self.summary = summary
    }

    package static func required(_ name: String, _ form: Form, _ summary: String) -> Key {
        Key(name, form, isRequired: true, summary)
    }

    package static func optional(_ name: String, _ form: Form, _ summary: String) -> Key {
        Key(name, form, isRequired: false, summary)
    }
}
