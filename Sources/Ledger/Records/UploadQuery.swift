package import Economics

/// Which recorded uploads to replay: a profile's, received in `from <= at < to`, page by page in the order they were
/// written.
package struct UploadQuery: Sendable, Hashable {
    package let profile: String
    package let from: Timestamp
    package let to: Timestamp
    /// The number of the last one of the page before; 0 for the first page.
    package var after: Int64
    /// At most so many a page.
    package let limit: Int

    package init(profile: String, from: Timestamp, to: Timestamp, after: Int64 = 0, limit: Int = 20_000) {
        self.profile = profile
        self.from = from
        self.to = to
        self.after = after
        self.limit = limit
    }
}
