import Economics

/// The version of this build.
enum Version {
    static let current = "0.1.0"
    /// No clock that is right shows an earlier time: 2026-11-30.
    static let builtAfter = Timestamp.seconds(1_795_996_800)
}
