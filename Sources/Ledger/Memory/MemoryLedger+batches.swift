extension MemoryLedger {
    mutating func add(_ batch: BatchRecord) throws(LedgerError) {
        guard !batches.contains(where: { $0.id == batch.id }) else { throw .duplicate(batch: batch.id) }
        batches.append(batch)
        for item in batch.items { deferred[item.decisionID]?.batch = batch.id }
    }

    mutating func advance(batch id: String, to state: BatchRecord.State, remote: String?) throws(LedgerError) {
        guard let index = batches.firstIndex(where: { $0.id == id }) else { throw .noBatch(id) }
        batches[index].state = state
        batches[index].remote = remote ?? batches[index].remote
    }

    func batches(open: Bool) -> [BatchRecord] {
        batches.filter { !open || $0.state != .done }.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    /// Decisions that wait in a job or for one: a restart does not end them.
    var decisionsInBatches: Set<String> {
        Set(batches(open: true).flatMap(\.items).map(\.decisionID)).union(deferred.keys)
    }
}
