import Imaging
import Ledger
import Platform
import SQLiteLedger

/// The C libraries this build runs on.
enum LibraryVersions {
    static var all: [String] { PlatformLibraries.versions + ImagingLibraries.versions + LedgerLibraries.versions }
}
