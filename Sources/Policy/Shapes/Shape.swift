/// The keys an object may have.
struct Shape: Sendable {
    let keys: [Key]

    init(_ keys: [Key]) { self.keys = keys }

    subscript(name: String) -> Key? { keys.first { $0.name == name } }
}
