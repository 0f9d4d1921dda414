import Glibc

/// The C heap of this process.
package enum Heap {
    /// Keeps freed pictures for the next ones instead of handing them back to the system: without it every picture pays
    /// for some 600 page faults, about 2 ms. Called once, before other threads are there.
    package static func keepFreedPictures() {
        mallopt(M_MMAP_THRESHOLD, threshold)
        mallopt(M_TRIM_THRESHOLD, threshold)
    }

    /// Larger than any plane of a picture the gate sees.
    private static let threshold: Int32 = 64 << 20
}
