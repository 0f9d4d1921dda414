/// A first-in, first-out queue that threads of ours wait on.
final class BlockingQueue<Element: Sendable>: @unchecked Sendable {
    private let mutex = PthreadMutex()
    // SAFETY: the four below are touched only while `mutex` is held.
    private var items: [Element?] = []
    private var head = 0
    private var isClosed = false
    private var busy = 0

    /// Elements waiting, and those taken but not yet reported done.
    var load: Int {
        mutex.lock()
        defer { mutex.unlock() }
        return items.count - head + busy
    }

    enum Admission: Sendable, Hashable { case accepted, full, closed }

    /// Appends, unless `limit` elements wait already or the queue is closed.
    func push(_ element: Element, limit: Int = .max) -> Admission {
        mutex.lock()
        defer { mutex.unlock() }
        if isClosed { return .closed }
        if items.count - head >= limit { return .full }
        items.append(element)
        mutex.wakeOne()
        return .accepted
    }

    /// The oldest element, waited for; nil once the queue is closed and empty. Report it with `done()`.
    func pop() -> Element? {
        mutex.lock()
        defer { mutex.unlock() }
        while head == items.count && !isClosed { mutex.wait() }
        guard head < items.count, let element = items[head] else { return nil }
        items[head] = nil
        head += 1
        // Amortised constant: half of the storage is dead before it is moved.
        if head > 32 && head * 2 > items.count {
            items.removeFirst(head)
            head = 0
        }
        busy += 1
        return element
    }

    /// An element from `pop` needs no more work.
    func done() {
        mutex.lock()
        defer { mutex.unlock() }
        busy -= 1
    }

    /// Takes the first element that matches out of the queue; nil when it was popped already.
    ///
    /// Complexity: linear in the number of elements that wait.
    func remove(where matches: (Element) -> Bool) -> Element? {
        mutex.lock()
        defer { mutex.unlock() }
        for index in head..<items.count {
            guard let element = items[index], matches(element) else { continue }
            items.remove(at: index)
            return element
        }
        return nil
    }

    /// No more elements come in; those that wait are still handed out.
    func close() {
        mutex.lock()
        defer { mutex.unlock() }
        isClosed = true
        mutex.wakeAll()
    }
}
