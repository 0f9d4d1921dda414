internal import CSQLite
import Economics
import Ledger

/// The current row of a statement, read column by column in the order of its `SELECT`. Valid only inside the closure
/// it is handed to.
// SAFETY: `Statement.run` makes it for one step and hands it out `inout`, so it cannot outlive the step.
@safe struct Row {
    private let handle: OpaquePointer
    private var next: Int32 = 0

    init(_ handle: OpaquePointer) { unsafe self.handle = handle }

    private mutating func column() -> Int32 {
        defer { next += 1 }
        return next
    }

    private func isNull(_ column: Int32) -> Bool { unsafe sqlite3_column_type(handle, column) == SQLITE_NULL }

    mutating func integer() -> Int64 { unsafe sqlite3_column_int64(handle, column()) }
    mutating func count() -> Int { Int(integer()) }
    mutating func real() -> Double { unsafe sqlite3_column_double(handle, column()) }
    mutating func flag() -> Bool { integer() != 0 }
    mutating func money() -> Money { Money(nanoUSD: integer()) }
    mutating func timestamp() -> Timestamp { Timestamp(microseconds: integer()) }

    mutating func text() -> String {
        let column = column()
        guard let bytes = unsafe sqlite3_column_text(handle, column) else { return "" }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    mutating func blob() -> [UInt8] {
        let column = column()
        guard let bytes = unsafe sqlite3_column_blob(handle, column) else { return [] }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
    }

    /// The value, or nil for NULL: `row.optional { $0.text() }`.
    mutating func optional<Value>(_ read: (inout Row) -> Value) -> Value? {
        guard !isNull(next) else {
            next += 1
            return nil
        }
        return read(&self)
    }

    /// A value of a closed set, stored by its name. Throws `schema` for a name this version does not know.
    mutating func named<Value: RawRepresentable>(
        _ type: Value.Type
    ) throws(LedgerError) -> Value where Value.RawValue == String {
        try Row.value(text(), of: type)
    }

    mutating func optionalNamed<Value: RawRepresentable>(
        _ type: Value.Type
    ) throws(LedgerError) -> Value? where Value.RawValue == String {
        guard let name = optional({ $0.text() }), !name.isEmpty else { return nil }
        return try Row.value(name, of: type)
    }

    static func value<Value: RawRepresentable>(
        _ name: String,
        of type: Value.Type
    ) throws(LedgerError) -> Value where Value.RawValue == String {
        guard let value = Value(rawValue: name) else {
            throw LedgerError(.schema, "the ledger holds the \(type) `\(name)`, which this version does not know")
        }
        return value
    }
}
