internal import CSQLite

/// The C libraries this module runs on, as loaded.
package enum LedgerLibraries {
    /// Name and version of each.
    package static var versions: [String] { [unsafe "sqlite " + String(cString: sqlite3_libversion())] }
}
