import Ledger
import Policy
import Server

/// A server within one command: the journey of a picture where no server has the data folder.
enum LocalServer {
    /// Starts it on `store`, runs `body`, and stops it. The store is closed in any case.
    ///
    /// - Parameter deferredIn: Data folder of the ledger, where the command sends what waits there.
    static func run<Answer: Sendable>(
        on store: any LedgerStore,
        policies: () throws(Stop) -> [PolicyDocument],
        deferredIn: String? = nil,
        _ invocation: Invocation,
        _ body: (RunningServer) async throws(Stop) -> Answer
    ) async throws(Stop) -> Answer {
        let endpoint: GeminiEndpoint
        let documents: [PolicyDocument]
        do throws(Stop) {
            documents = try policies()
            endpoint = try GeminiEndpoint.chosen(invocation)
        } catch {
            await store.close()
            throw error
        }
        if endpoint.emulator != nil { invocation.console.err("EMULATED: no GEMINI_API_KEY, the emulator answers") }
        let server: RunningServer
        do throws(StartError) {
            server = try await RunningServer(
                RunningServer.Configuration(
                    geminiBaseURL: endpoint.baseURL,
                    geminiKey: endpoint.key,
                    geminiCAFile: endpoint.caFile,
                    // The command alone looks at what waits: what two look at would be sent, and asked for, twice.
                    deferredPause: .seconds(366 * 86_400),
                    deferredIn: deferredIn,
                    build: Version.current
                ),
                store: store,
                firstPolicy: documents,
                clock: .system,
                log: .silent
            )
        } catch {
            await store.close()
            await endpoint.emulator?.stop()
            throw .failed(error.message)
        }
        let result: Result<Answer, Stop>
        do throws(Stop) {
            result = .success(try await body(server))
        } catch {
            result = .failure(error)
        }
        await server.stop(grace: .seconds(5))
        await endpoint.emulator?.stop()
        return try result.get()
    }
}
