import Documents
import Ledger
import Server

extension Command {
    /// Stops or resumes all spending: through the running server, else in the ledger for the next one.
    static func setFrozen(_ frozen: Bool, _ invocation: Invocation) async throws(Stop) -> ExitCode {
        let reason = try invocation.reason()
        let isNew: Bool
        let folder = try invocation.required("data")
        switch try await DataFolder.writing(folder, console: invocation.console, mayCreate: false) {
        case .store(let store):
            let result: Result<Bool, Stop>
            do throws(Stop) {
                result = .success(
                    try await stopping { () throws(LedgerError) in
                        try await SpendDesk(store: store, clock: .system).set(
                            frozen: frozen,
                            by: DataFolder.userName,
                            from: "cli",
                            reason: reason
                        ).isNew
                    }
                )
            } catch {
                result = .failure(error)
            }
            await store.close()
            isNew = try result.get()
        case .server(let control):
            let request: JSON = ["reason": .string(reason), "by": .string(DataFolder.userName)]
            isNew = try await control.answer(frozen ? "freeze" : "thaw", request)["outcome"]?.string == "changed"
        }
        if invocation.has("json") {
            let report: JSON = ["frozen": .bool(frozen), "outcome": .string(isNew ? "changed" : "unchanged")]
            invocation.console.out(report.text())
        } else if frozen {
            invocation.console.out(isNew ? "frozen: no call is made until `torii thaw`" : "spending is frozen already")
        } else {
            invocation.console.out(isNew ? "thawed: calls are made again, within their caps" : "spending is not frozen")
        }
        return .done
    }
}
