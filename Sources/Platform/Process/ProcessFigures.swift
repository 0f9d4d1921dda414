import Glibc

/// What this process uses of the machine, as the kernel counts it.
package struct ProcessFigures: Sendable {
    /// Processor time of all threads since the start, in seconds.
    package let cpuSeconds: Double
    /// In memory now, in bytes.
    package let residentBytes: Int
    package let openFiles: Int

    /// Blocking, but only into `/proc`. Figures the kernel does not show are left at 0.
    package static func now() -> ProcessFigures {
        ProcessFigures(
            cpuSeconds: processorSeconds,
            residentBytes: residentPages() * Int(getpagesize()),
            openFiles: openFileCount()
        )
    }

    /// Processor time of all threads since the start, to the nanosecond.
    package static var processorSeconds: Double {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The second number of `/proc/self/statm`.
    private static func residentPages() -> Int {
        // Without /proc there is no figure, and nothing that needs one.
        guard let bytes = try? FileContent.read("/proc/self/statm", maxBytes: 4_096) else { return 0 }
        let fields = bytes.split(separator: UInt8(ascii: " "))
        return fields.count > 1 ? Int(String(decoding: fields[1], as: UTF8.self)) ?? 0 : 0
    }

    private static func openFileCount() -> Int {
        guard let names = try? FolderContent.names(in: "/proc/self/fd") else { return 0 }  // As above.
        return names.count
    }
}
