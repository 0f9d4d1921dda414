/// What a document is, by its path below the folder.
struct DocumentPlace: Sendable, Hashable {
    enum Kind: Sendable, Hashable { case profile, prices, models, contract, portfolio, ignored }

    let kind: Kind
    /// The file's name without its ending.
    let stem: String
    /// Equal for documents that cannot stand side by side.
    let identity: String

    /// Nil where no document is read.
    init?(_ path: String) {
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let file = parts.removeLast()
        if parts.first == "schema" {
            self.init(kind: .ignored, stem: file, identity: path)
            return
        }
        guard let ending = [".json5", ".json"].first(where: file.hasSuffix), file.utf8.count > ending.utf8.count else {
            return nil
        }
        let stem = String(file.dropLast(ending.count))
        switch (parts, stem) {
        case ([], "prices"): self.init(kind: .prices, stem: stem, identity: stem)
        case ([], "models"): self.init(kind: .models, stem: stem, identity: stem)
        case ([], "portfolio"): self.init(kind: .portfolio, stem: stem, identity: stem)
        case ([], _): self.init(kind: .profile, stem: stem, identity: stem)
        case (["contracts"], _): self.init(kind: .contract, stem: stem, identity: "contracts/\(stem)")
        default: return nil
        }
    }

    private init(kind: Kind, stem: String, identity: String) {
        self.kind = kind
        self.stem = stem
        self.identity = identity
    }
}
