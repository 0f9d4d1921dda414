import Platform

extension Service {
    /// Bytes of JSON that an event loop reads by itself; other connections wait for it meanwhile.
    private static let mostOnLoop = 32_768
    /// Read in a millisecond, or a good many more.
    private static let bytesPerMillisecond = 20_000

    /// Reads a body: a long one on the pool, in its turn among pictures. Throws what `body` throws, and `overloaded` where
    /// the pool takes nothing more.
    func reading<Value: Sendable>(
        _ bytes: Int,
        _ body: @escaping @Sendable () throws(Problem) -> Value
    ) async throws(Problem) -> Value {
        guard bytes > Self.mostOnLoop else { return try body() }
        let result = await gateway.pool.run(cost: .milliseconds(1 + bytes / Self.bytesPerMillisecond)) {
            () -> Result<Value, Problem> in
            do throws(Problem) { return .success(try body()) } catch { return .failure(error) }
        }
        guard let result else {
            throw Problem(.overloaded, "too much is waiting to be read; come again in a second")
        }
        return try result.get()
    }
}
