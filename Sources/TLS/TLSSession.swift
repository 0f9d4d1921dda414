internal import COpenSSL

/// The TLS side of one connection, on a socket that does not block. Touched by one thread alone.
///
// SAFETY: the pointer is made before `init`, freed in `deinit` and never handed out.
@safe package final class TLSSession {
    private let session: OpaquePointer

    /// Takes the session over.
    init(_ session: OpaquePointer) { unsafe self.session = unsafe session }

    deinit { unsafe SSL_free(session) }

    /// Whether both sides have agreed on keys.
    package var isShaken: Bool { unsafe SSL_is_init_finished(session) == 1 }

    /// The number of bytes received, 0 at the end, or a negative errno: `EAGAIN` until the socket is ready in whichever
    /// direction, `EPROTONOSUPPORT` for a request in plain text. The first calls shake hands.
    package func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        unsafe torii_tls_receive(session, buffer.baseAddress, buffer.count)
    }

    /// The number of bytes taken, or a negative errno. What was not taken must come again first, from any place.
    package func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        unsafe torii_tls_send(session, bytes.baseAddress, bytes.count)
    }

    /// Tells the client that nothing more comes.
    package func end() { unsafe torii_tls_end(session) }
}
