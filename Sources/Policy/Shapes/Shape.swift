/// The keys an object may have.
package struct Shape: Sendable {
    package let keys: [Key]

    package init(_ keys: [Key]) { self.keys = keys }

    subscript(name: String) -> Key? { keys.first { $0.name == name } }
}
