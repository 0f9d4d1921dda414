extension PolicySet {
    /// The document that holds a profile.
    package func document(ofProfile name: String) -> PolicyDocument? {
        documents.first { PolicyDocument.isProfile($0.path, named: name) }
    }
}

extension PolicyDocument {
    /// Whether a path is that of a profile's document.
    package static func isProfile(_ path: String, named name: String) -> Bool {
        guard let place = DocumentPlace(path), place.kind == .profile else { return false }
        return place.stem == name
    }

    /// The profile that stands at this path, if any does.
    package var profileName: String? {
        guard let place = DocumentPlace(path), place.kind == .profile else { return nil }
        return place.stem
    }
}
