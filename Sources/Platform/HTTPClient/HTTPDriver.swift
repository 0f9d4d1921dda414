internal import CCurl

/// The thread that owns curl's multi handle. Others post exchanges and wake it.
///
// SAFETY: `queue` is locked and `curl_multi_wakeup` may be called from any thread; the rest is the thread's own.
@safe final class HTTPDriver: @unchecked Sendable {
    private struct Queue: Sendable {
        var posts: [HTTPExchange] = []
        var resumed: [HTTPExchange] = []
        var isClosed = false
    }

    /// Idle handles kept for their TLS sessions.
    private static let spareLimit = 64
    private static let isCurlReady: Bool = curl_global_init(torii_global_all) == CURLE_OK

    private let connectTimeout: Duration
    private let caFile: String?
    private let multi: UnsafeMutableRawPointer
    private let queue = Locked(Queue())
    private var running: [UInt: HTTPTransfer] = [:]
    private var spare: [HTTPTransfer] = []

    init?(connectTimeout: Duration, maxConnections: Int, caFile: String?) {
        guard Self.isCurlReady, let multi = unsafe curl_multi_init() else { return nil }
        unsafe self.multi = unsafe multi
        self.connectTimeout = connectTimeout
        self.caFile = caFile
        // What finds no free connection waits inside curl, its deadline running.
        unsafe torii_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, maxConnections)
        unsafe torii_multi_set_long(multi, CURLMOPT_MAXCONNECTS, maxConnections)
    }

    deinit { unsafe curl_multi_cleanup(multi) }

    /// False when the driver is closed.
    func post(_ exchange: HTTPExchange) -> Bool {
        queue.withLock { queue in
            if queue.isClosed { return false }
            queue.posts.append(exchange)
            unsafe curl_multi_wakeup(multi)
            return true
        }
    }

    /// Its reader has made room.
    func post(resumed exchange: HTTPExchange) {
        queue.withLock { queue in
            if queue.isClosed { return }
            queue.resumed.append(exchange)
            unsafe curl_multi_wakeup(multi)
        }
    }

    func close() {
        queue.withLock { queue in
            queue.isClosed = true
            unsafe curl_multi_wakeup(multi)
        }
    }

    /// The thread's body: until closed.
    func run() {
        while true {
            let taken = queue.withLock { queue in
                defer { (queue.posts, queue.resumed) = ([], []) }
                return queue
            }
            for exchange in taken.posts { start(exchange) }
            if taken.isClosed { break }
            for exchange in taken.resumed { goOn(exchange) }
            var count: Int32 = 0
            unsafe curl_multi_perform(multi, &count)
            finishDone()
            let wait = endOverdue()
            unsafe curl_multi_poll(multi, nil, 0, wait, nil)
        }
        for transfer in Array(running.values) {
            retire(transfer)?.fail(.other, "the client was closed")
        }
        spare.removeAll()
    }

    private func start(_ exchange: HTTPExchange) {
        let remaining = exchange.deadline - .now
        guard remaining > .zero else { return exchange.fail(.deadline, "the deadline passed before the request began") }
        // curl reads it on this thread, and would wait for whoever writes to a pipe.
        if let caFile, exchange.request.url.hasPrefix("https"), !FolderContent.isRegular(caFile) {
            return exchange.fail(.connect, "the certificates to trust cannot be read: `\(caFile)` is no file")
        }
        guard let transfer = spare.popLast() ?? HTTPTransfer() else {
            return exchange.fail(.other, "curl is out of memory")
        }
        if let wrong = transfer.prepare(
            exchange,
            connectTimeout: connectTimeout,
            remaining: remaining,
            caFile: caFile
        ) {
            keep(transfer)?.fail(.other, wrong)
        } else if unsafe curl_multi_add_handle(multi, transfer.handle) == CURLM_OK {
            running[transfer.key] = transfer
        } else {
            keep(transfer)?.fail(.other, "curl did not take the request")
        }
    }

    private func goOn(_ exchange: HTTPExchange) {
        guard let transfer = running.values.first(where: { $0.exchange === exchange }) else { return }
        exchange.hear()
        unsafe curl_easy_pause(transfer.handle, CURLPAUSE_CONT)
    }

    private func finishDone() {
        var result = CURLE_OK
        while let handle = unsafe torii_next_done(multi, &result), let transfer = running[UInt(bitPattern: handle)] {
            let status = Int(unsafe torii_response_code(handle))
            guard let exchange = retire(transfer) else { continue }
            if result == CURLE_FILESIZE_EXCEEDED { exchange.receiveOversize() }
            if result == CURLE_OK || exchange.isCutShort {
                exchange.finish(status: status)
            } else {
                exchange.fail(Self.kind(of: result, exchange), Self.message(result, exchange))
            }
        }
    }

    /// Ends what is past its deadline. Returns how long the thread may sleep, in milliseconds.
    private func endOverdue() -> Int32 {
        guard !running.isEmpty else { return 60_000 }
        let now = ContinuousClock.now
        var wait = Duration.seconds(60)
        for transfer in Array(running.values) {
            guard let exchange = transfer.exchange else { continue }
            if exchange.end > now {
                wait = min(wait, exchange.end - now)
            } else {
                let isSilent = exchange.deadline > now
                retire(transfer)?.fail(.deadline, isSilent ? "nothing came for too long" : "the deadline passed")
            }
        }
        return Int32(wait / .milliseconds(1)) + 1
    }

    private func retire(_ transfer: HTTPTransfer) -> HTTPExchange? {
        unsafe curl_multi_remove_handle(multi, transfer.handle)
        running[transfer.key] = nil
        return keep(transfer)
    }

    private func keep(_ transfer: HTTPTransfer) -> HTTPExchange? {
        let exchange = transfer.release()
        if spare.count < Self.spareLimit { spare.append(transfer) }
        return exchange
    }

    private static func kind(of result: CURLcode, _ exchange: HTTPExchange) -> HTTPClient.Failure.Kind {
        if exchange.isTooLarge || result == CURLE_FILESIZE_EXCEEDED { return .tooLarge }
        switch result {
        case CURLE_OPERATION_TIMEDOUT:
            if exchange.deadline - .now <= .milliseconds(2) { return .deadline }
            return exchange.isDispatched ? .cut : .connect
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL, CURLE_OUT_OF_MEMORY: return .other
        default: return exchange.isDispatched ? .cut : .connect
        }
    }

    private static func message(_ result: CURLcode, _ exchange: HTTPExchange) -> String {
        if exchange.isResent { return "the connection was cut and the request is not safe to repeat" }
        if exchange.isTooLarge || result == CURLE_FILESIZE_EXCEEDED {
            return "the answer is larger than \(exchange.request.maxResponseBytes) bytes"
        }
        return unsafe String(cString: curl_easy_strerror(result)).lowercased()
    }
}
