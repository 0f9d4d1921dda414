internal import CCurl

/// A curl easy handle set up for one exchange at a time.
///
// SAFETY: confined to the driver's thread.
@safe final class HTTPTransfer {
    let handle: UnsafeMutableRawPointer
    private var list: UnsafeMutablePointer<curl_slist>?
    private(set) var exchange: HTTPExchange?

    /// Tells handles apart.
    var key: UInt { unsafe UInt(bitPattern: handle) }

    init?() {
        guard let handle = unsafe curl_easy_init() else { return nil }
        unsafe self.handle = unsafe handle
    }

    deinit {
        unsafe curl_slist_free_all(list)
        unsafe curl_easy_cleanup(handle)
    }

    /// Gives the exchange back and forgets its settings. The handle keeps its TLS sessions.
    func release() -> HTTPExchange? {
        let finished = exchange
        exchange = nil
        unsafe curl_easy_reset(handle)
        unsafe curl_slist_free_all(list)
        unsafe list = nil
        return finished
    }

    /// Sets everything up. Returns what is wrong with the request, nil when it can start.
    func prepare(
        _ exchange: HTTPExchange,
        connectTimeout: Duration,
        remaining: Duration,
        caFile: String?
    ) -> String? {
        self.exchange = exchange
        let request = exchange.request
        if let wrong = Self.flaw(in: request) { return wrong }
        set(CURLOPT_URL, request.url)
        // As it was checked: curl would fold `..` into another path.
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        if let caFile {
            set(CURLOPT_CAINFO, caFile)
            // Without a folder of the system's beside it: these and no others.
            unsafe torii_set_text(handle, CURLOPT_CAPATH, nil)
        }
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_TCP_KEEPALIVE, 1)
        // Resolver threads are let go instead of waited for: a slow name server must not stop the driver.
        set(CURLOPT_QUICK_EXIT, 1)
        // HTTP/2 where TLS negotiates it; a transfer waits for a connection it can share rather than open another.
        set(CURLOPT_HTTP_VERSION, exchange.isByPieces ? CURL_HTTP_VERSION_1_1 : CURL_HTTP_VERSION_2TLS)
        if request.url.utf8.starts(with: "https".utf8) { set(CURLOPT_PIPEWAIT, 1) }
        set(CURLOPT_CONNECTTIMEOUT_MS, max(1, Int(min(connectTimeout, remaining) / .milliseconds(1))))
        set(CURLOPT_TIMEOUT_MS, max(1, Int(remaining / .milliseconds(1))))
        // Not one byte in a minute, while the deadline is far: the connection is dead. One inside this machine cannot be.
        if request.unixSocket == nil, request.silence == nil {
            set(CURLOPT_LOW_SPEED_LIMIT, 1)
            set(CURLOPT_LOW_SPEED_TIME, 60)
        }
        unsafe torii_set_offset(handle, CURLOPT_MAXFILESIZE_LARGE, Int(max(1, request.maxResponseBytes)))
        if let socket = request.unixSocket { set(CURLOPT_UNIX_SOCKET_PATH, socket) }
        // Empty: no proxy, whatever the environment says.
        if request.unixSocket != nil || Self.isLoopback(request.url) { set(CURLOPT_PROXY, "") }
        prepareMethodAndBody(request)
        prepareHeaders(request)
        let context = unsafe Unmanaged.passUnretained(exchange).toOpaque()
        unsafe torii_set_pointer(handle, CURLOPT_WRITEDATA, context)
        unsafe torii_set_pointer(handle, CURLOPT_HEADERDATA, context)
        unsafe torii_set_pointer(handle, CURLOPT_PREREQDATA, context)
        unsafe torii_set_receiver(handle, CURLOPT_WRITEFUNCTION, httpReceiveBody)
        unsafe torii_set_receiver(handle, CURLOPT_HEADERFUNCTION, httpReceiveHeader)
        unsafe torii_set_before_request(handle, httpWillSend)
        return nil
    }

    private func prepareMethodAndBody(_ request: HTTPClient.Request) {
        if request.method == "HEAD" { return set(CURLOPT_NOBODY, 1) }
        if request.method == "GET", request.body.isEmpty { return set(CURLOPT_HTTPGET, 1) }
        set(CURLOPT_POST, 1)
        unsafe torii_set_offset(handle, CURLOPT_POSTFIELDSIZE_LARGE, request.body.count)
        // With the size set, curl copies that many bytes. An empty array may have no address to copy from.
        if request.body.isEmpty {
            set(CURLOPT_COPYPOSTFIELDS, "")
        } else {
            _ = unsafe request.body.withUnsafeBytes { bytes in
                unsafe torii_set_bytes(handle, CURLOPT_COPYPOSTFIELDS, bytes.baseAddress)
            }
        }
        set(CURLOPT_CUSTOMREQUEST, request.method)
    }

    private func prepareHeaders(_ request: HTTPClient.Request) {
        var lines = request.headers.map { name, value in value.isEmpty ? "\(name);" : "\(name): \(value)" }
        // A name with nothing after the colon takes out the header that curl would add on its own.
        for name in ["Expect", "Content-Type", "Accept"]
        where !request.headers.contains(where: { HTTPBytes.matches($0.name, name) }) {
            lines.append("\(name):")
        }
        for line in lines {
            guard let longer = unsafe curl_slist_append(list, line) else { continue }
            unsafe list = longer
        }
        unsafe torii_set_list(handle, CURLOPT_HTTPHEADER, list)
    }

    private func set(_ option: CURLoption, _ value: String) { unsafe torii_set_text(handle, option, value) }

    private func set(_ option: CURLoption, _ value: Int) { unsafe torii_set_long(handle, option, value) }

    /// Texts go to curl as C strings and into header lines: nothing in them may end either.
    private static func flaw(in request: HTTPClient.Request) -> String? {
        let isControl = { (byte: UInt8) in byte < 0x20 && byte != 0x09 || byte == 0x7F }
        if request.method.isEmpty || !request.method.utf8.allSatisfy(HTTPBytes.isToken) {
            return "the method is malformed"
        }
        if request.url.utf8.contains(where: { isControl($0) || $0 == 0x20 }) { return "the URL is malformed" }
        for (name, value) in request.headers {
            if name.isEmpty || !name.utf8.allSatisfy(HTTPBytes.isToken) || value.utf8.contains(where: isControl) {
                return "a request header is malformed"
            }
        }
        return nil
    }

    /// Whether the URL's host is this machine.
    static func isLoopback(_ url: String) -> Bool {
        guard let parts = unsafe curl_url() else { return false }
        defer { unsafe curl_url_cleanup(parts) }
        var text: UnsafeMutablePointer<CChar>?
        guard
            unsafe curl_url_set(parts, CURLUPART_URL, url, 0) == CURLUE_OK,
            unsafe curl_url_get(parts, CURLUPART_HOST, &text, 0) == CURLUE_OK,
            let found = unsafe text
        else { return false }
        defer { unsafe curl_free(found) }
        let host = unsafe String(cString: found).lowercased()
        let isNumeric = host.allSatisfy { $0.isNumber || $0 == "." }
        return host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
            || isNumeric && host.hasPrefix("127.")
    }
}

private func httpReceiveBody(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
    let exchange = unsafe Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue()
    if exchange.waits() { return Int(CURL_WRITEFUNC_PAUSE) }
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    // Any other number than what came in ends the transfer.
    return unsafe exchange.receive(bodyBytes: Span(_unsafeBytes: buffer)) ? size * count : size * count + 1
}

private func httpReceiveHeader(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
    let exchange = unsafe Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue()
    unsafe exchange.receive(
        headerLine: Span(_unsafeBytes: UnsafeRawBufferPointer(start: bytes, count: size * count))
    )
    return size * count
}

private func httpWillSend(
    _ context: UnsafeMutableRawPointer?,
    _ primaryAddress: UnsafeMutablePointer<CChar>?,
    _ localAddress: UnsafeMutablePointer<CChar>?,
    _ primaryPort: Int32,
    _ localPort: Int32
) -> Int32 {
    guard let context = unsafe context else { return Int32(CURL_PREREQFUNC_ABORT) }
    let exchange = unsafe Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue()
    return exchange.willSend() ? Int32(CURL_PREREQFUNC_OK) : Int32(CURL_PREREQFUNC_ABORT)
}
