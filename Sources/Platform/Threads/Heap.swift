internal import CLinux

/// The C heap of this process.
package enum Heap {
    /// Keeps freed pictures for the next ones instead of handing them back to the system: without it every picture pays
    /// for some 600 page faults, about 2 ms. Called once, before other threads are there.
    package static func keepFreedPictures() {
        torii_keep_freed_memory(threshold)
    }

    /// Larger than any plane of a picture the gate sees.
    private static let threshold: Int32 = 64 << 20
}
