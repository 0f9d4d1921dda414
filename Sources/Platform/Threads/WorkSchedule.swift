/// Which job of a pool is next, by what each is expected to cost. Pure: costs come in, no clock is read.
///
/// A job's turn comes when the work that was begun since its arrival reaches `patience` times its own cost, or earlier when
/// nothing cheaper waits. So cheap jobs pass dear ones, and a dear one is passed by a bounded amount of work only. Dear
/// jobs never take the last thread: however many wait, cheap ones go on.
struct WorkSchedule<Job> {
    enum Admission: Sendable, Hashable { case accepted, full }

    private struct Entry {
        let job: Job
        let cost: Int64
        let turn: Int64
    }

    /// Work that may be passed by others, in multiples of a job's own cost.
    static var patience: Int64 { 4 }

    /// Expected costs, in microseconds, from which a job is dear.
    private let dearFrom: Int64
    private let mostDear: Int
    private let mostWaiting: Int
    /// Of all that wait together.
    private let mostCost: Int64

    /// Both in the order of their turns.
    private var cheap: [Entry] = []
    private var dear: [Entry] = []
    private var begunCost: Int64 = 0
    private var waitingCost: Int64 = 0
    private(set) var dearRunning = 0
    private(set) var running = 0

    /// - Parameters:
    ///   - threads: That take jobs; one of them is kept from dear jobs, unless it is the only one.
    ///   - mostCost: Microseconds of expected work that may wait; a job more costly than that is taken when none waits.
    init(threads: Int, mostWaiting: Int, mostCost: Int64 = .max, dearFrom: Int64 = 100_000) {
        mostDear = max(1, threads - 1)
        self.mostWaiting = mostWaiting
        self.mostCost = mostCost
        self.dearFrom = dearFrom
    }

    var waiting: Int { cheap.count + dear.count }

    mutating func add(_ job: Job, cost: Int64) -> Admission {
        let cost = min(max(cost, 0), 1 << 40)
        guard waiting < mostWaiting, waiting == 0 || waitingCost + cost <= mostCost else { return .full }
        let entry = Entry(job: job, cost: cost, turn: begunCost + cost * Self.patience)
        waitingCost += cost
        if cost >= dearFrom {
            Self.insert(entry, into: &dear)
        } else {
            Self.insert(entry, into: &cheap)
        }
        return .accepted
    }

    /// The job whose turn it is, which is running from here on; nil when none may begin.
    mutating func next() -> (job: Job, cost: Int64)? {
        let mayBeDear = dearRunning < mostDear
        let entry: Entry
        if let first = dear.first, mayBeDear, cheap.first.map({ first.turn < $0.turn }) ?? true {
            entry = dear.removeFirst()
            dearRunning += 1
        } else if !cheap.isEmpty {
            entry = cheap.removeFirst()
        } else {
            return nil
        }
        begunCost += entry.cost
        waitingCost -= entry.cost
        running += 1
        return (entry.job, entry.cost)
    }

    /// A job that `next()` gave has ended; `cost` as given then.
    mutating func finished(cost: Int64) {
        running -= 1
        if cost >= dearFrom { dearRunning -= 1 }
    }

    /// Takes out the first waiting job that matches.
    mutating func remove(where matches: (Job) -> Bool) -> Job? {
        if let index = cheap.firstIndex(where: { matches($0.job) }) { return leave(cheap.remove(at: index)) }
        if let index = dear.firstIndex(where: { matches($0.job) }) { return leave(dear.remove(at: index)) }
        return nil
    }

    private mutating func leave(_ entry: Entry) -> Job {
        waitingCost -= entry.cost
        return entry.job
    }

    /// Behind all whose turn is as early.
    private static func insert(_ entry: Entry, into list: inout [Entry]) {
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if list[middle].turn <= entry.turn { low = middle + 1 } else { high = middle }
        }
        list.insert(entry, at: low)
    }
}
