package import Ledger

/// What the ledger does in a second on this machine and this disk, with the floor it can be compared with.
package enum LedgerBenchmark {
    /// One measured figure.
    package typealias Figure = (name: String, value: Double)

    private static let writers = 64
    private static let rows = 32_000
    private static let pairs = 16_000
    private static let commits = 500

    /// Measures in new folders below `folder`, which is left with some ten MB of databases. Takes about ten seconds.
    ///
    /// The floor inserts the same decision rows on one thread with the same mean group and nothing else: no key, no
    /// roll-up, no savepoint, no caller that waits.
    ///
    /// - Parameter scale: Of the load, above 0; less than 1 measures faster and worse.
    package static func run(folder: String, scale: Double = 1) async throws(LedgerError) -> [Figure] {
        let full = try await decisions("\(folder)/full", durability: .full, scale)
        let checkpoint = try await decisions("\(folder)/checkpoint", durability: .checkpoint, scale)
        let money = try await money("\(folder)/money", scale)
        let group = max(1, Int((full.first { $0.name == "rows a commit" }?.value ?? 1).rounded()))
        let floor = try await floor("\(folder)/floor", group: group, scale)
        return full.map { ("decisions, fsync before the answer: \($0.name)", $0.value) }
            + checkpoint.map { ("decisions, fsync at checkpoints: \($0.name)", $0.value) }
            + money.map { ("reserve and settle, one window: \($0.name)", $0.value) }
            + floor
    }

    private static func scaled(_ count: Int, _ scale: Double) -> Int { max(writers, Int(Double(count) * scale)) }

    private static func decisions(_ folder: String, durability: Durability, _ scale: Double) async throws(LedgerError)
        -> [Figure]
    {
        let store = try await SQLiteStore.open(folder: folder, durability: durability)
        let each = scaled(rows, scale) / writers
        let result = await BenchmarkLoad.run(workers: writers, each: each) { worker, number throws(LedgerError) in
            try await store.record(BenchmarkLoad.decision("\(worker)-\(number)"))
        }
        let counts = await store.writer?.counts ?? Writer.Counts()
        await store.close()
        let load = try result.get()
        return [
            ("rows a second", Double(each * writers) / load.seconds),
            ("rows a commit", Double(counts.writes) / Double(max(1, counts.commits))),
            ("median milliseconds", load.milliseconds(at: 0.5)),
            ("99th percentile milliseconds", load.milliseconds(at: 0.99)),
        ]
    }

    private static func money(_ folder: String, _ scale: Double) async throws(LedgerError) -> [Figure] {
        let store = try await SQLiteStore.open(folder: folder)
        let each = scaled(pairs, scale) / writers
        let result = await BenchmarkLoad.run(workers: writers, each: each) { worker, number throws(LedgerError) in
            let id = "\(worker)-\(number)"
            _ = try await store.reserve(BenchmarkLoad.hold(id))
            try await store.settle(BenchmarkLoad.settlement(id))
        }
        await store.close()
        let load = try result.get()
        return [
            ("pairs a second", Double(each * writers) / load.seconds),
            ("median milliseconds of a pair", load.milliseconds(at: 0.5)),
            ("99th percentile milliseconds of a pair", load.milliseconds(at: 0.99)),
        ]
    }

    private static func floor(_ folder: String, group: Int, _ scale: Double) async throws(LedgerError) -> [Figure] {
        let store = try await SQLiteStore.open(folder: folder)
        guard let writer = store.writer else { return [] }
        let groups = scaled(rows, scale) / group
        let inserting = try await writer.alone { connection throws(LedgerError) in
            for number in 0..<groups {
                try connection.transaction("BEGIN IMMEDIATE") { connection throws(LedgerError) in
                    for row in 0..<group { _ = try connection.insert(BenchmarkLoad.decision("\(number)-\(row)")) }
                }
            }
        }
        let commits = scaled(commits, scale)
        let committing = try await writer.alone { connection throws(LedgerError) in
            for number in 0..<commits { try connection.keep(BenchmarkLoad.answer(number)) }
        }
        await store.close()
        return [
            ("floor, insert loop of \(group) a commit: rows a second", Double(groups * group) / inserting),
            ("floor, one small row a commit: commits a second", Double(commits) / committing),
        ]
    }
}
