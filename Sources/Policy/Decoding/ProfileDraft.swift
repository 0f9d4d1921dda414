/// A profile as far as its document could be read, with the places that later checks point at.
struct ProfileDraft {
    /// Nil when something in the document is wrong.
    var profile: Profile?
    let remarks: Remarks
    var name: Read<String>?
    var model: Read<String>?
    var tier: CloudSettings.Tier?
    var mediaResolution: Read<CloudSettings.MediaResolution>?
    var contract: Read<String>?
    /// The language asked for; its field is nil where it is the default.
    var language: (value: String, field: FieldReader?)?
    var hint: Read<Bool>?

    /// A value and where it was read.
    struct Read<Value> {
        let value: Value
        let field: FieldReader
    }

    init(remarks: Remarks) { self.remarks = remarks }
}
