/// A profile as far as its document could be read, with the places that later checks point at.
struct ProfileDraft {
    /// Nil when something in the document is wrong.
    var profile: Profile?
    let remarks: Remarks
    var name: Read<String>?
    /// Every model it names, the profile's own first.
    var models: [Model] = []
    var onPaceBlocked: Read<BudgetSettings.OnPaceBlocked>?
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

    /// A model, and what it is there for.
    struct Model {
        enum Role { case wanted, cheaper, secondJudge }

        let role: Role
        let name: String
        let field: FieldReader
    }

    init(remarks: Remarks) { self.remarks = remarks }
}
