extension MemoryLedger {
    mutating func append(_ new: [EventRecord], announcing told: [CapAlert]) -> Int {
        let before = events.count
        for var event in new where !events.contains(where: { $0.id == event.id }) {
            event.number = (events.last?.number ?? 0) + 1
            events.append(event)
        }
        let added = events.count - before
        events.removeFirst(max(0, events.count - Retention.events))
        announced.formUnion(told)
        return added
    }

    func events(_ query: EventQuery) -> [EventRecord] {
        let found = events.filter { query.wants($0) }
        return Array(query.isFromStart ? found.prefix(query.limit) : found.suffix(query.limit))
    }

    mutating func noteDelivered(_ ids: Set<String>) {
        for index in events.indices where ids.contains(events[index].id) { events[index].awaitsDelivery = false }
    }
}
