import Imaging
import Ledger
import Platform

/// The C libraries this build runs on.
enum LibraryVersions {
    static var all: [String] { PlatformLibraries.versions + ImagingLibraries.versions + LedgerLibraries.versions }
}
