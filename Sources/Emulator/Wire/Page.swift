import Documents

/// One page of a list, as `pageSize` and `pageToken` ask for it.
struct Page<Item: Sendable>: Sendable {
    let items: [Item]
    /// `nextPageToken`, where there is more.
    let next: [JSON.Member]

    /// Throws 400 for a size or token that is none.
    init(of all: [Item], size: String?, token: String?, usual: Int, largest: Int) throws(GoogleError) {
        guard let size = size.map({ Int($0) }) ?? 0, size >= 0 else {
            throw .invalidArgument("Invalid page size: it must be a number of at least 0.")
        }
        let count = size == 0 ? usual : min(size, largest)
        guard let start = token.map({ Page.start($0) }) ?? 0, (0...all.count).contains(start) else {
            throw .invalidArgument("Invalid page token.")
        }
        items = Array(all[start...].prefix(count))
        let end = start + items.count
        next = end < all.count ? [.init("nextPageToken", .string("page-\(end)"))] : []
    }

    private static func start(_ token: String) -> Int? {
        if token.isEmpty { return 0 }
        return token.hasPrefix("page-") ? Int(token.dropFirst(5)) : nil
    }
}
