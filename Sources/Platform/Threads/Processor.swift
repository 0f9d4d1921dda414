internal import CLinux

/// What this machine's processor can do.
package enum Processor {
    /// Whether it has 256-bit integer vectors and the system lets them be used; false on others than x86.
    package static var hasAVX2: Bool { torii_has_avx2() != 0 }
}
