import Documents
import Economics
import Foundation
import Ledger
import Platform
import SQLiteLedger
import Server

/// How a command reaches the ledger: itself when nobody writes, else through the running server.
enum DataFolder {
    enum Access: Sendable {
        /// This command is the one writer.
        case store(SQLiteStore)
        /// A server is; ask it over its socket.
        case server(ServerControl)
    }

    /// For writing. Exits 4 when the folder is locked and its server does not answer.
    ///
    /// - Parameter mayCreate: Whether a folder without a ledger gets one; else it is an error: a mistyped folder must not
    ///   look like the one that was meant.
    static func writing(_ folder: String, console: Console, mayCreate: Bool) async throws(Stop) -> Access {
        if !FolderContent.exists(folder + "/ledger.sqlite"), FolderLock.holder(of: folder) == nil {
            guard mayCreate else { throw .failed("there is no ledger in `\(folder)`: nothing was changed") }
            console.err("note: making a new ledger in `\(folder)`")
        }
        do {
            return .store(try await SQLiteStore.open(folder: folder))
        } catch {
            guard error.code == .locked else { throw .failed(error.message) }
            let control = ServerControl(socket: ControlSocket.path(data: folder))
            guard await control.isReachable else {
                throw Stop(code: .moved, message: "\(error.message), and no server answers at its socket")
            }
            return .server(control)
        }
    }

    /// For reading, beside whoever writes.
    static func reading(_ folder: String) async throws(Stop) -> SQLiteStore {
        do {
            return try await SQLiteStore.openReadOnly(folder: folder)
        } catch {
            throw .failed(error.message)
        }
    }

    /// For what a bench writes: a folder that is new or empty. Nothing of a ledger is measured in a live one.
    static func forBench(_ folder: String) throws(Stop) -> String {
        guard FolderContent.exists(folder) else { return folder }
        let names: [String]
        do {
            names = try FolderContent.names(in: folder)
        } catch {
            throw .failed(error.message)
        }
        guard let first = names.first else { return folder }
        throw .failed(
            "`\(folder)` is not empty, it holds `\(first)`: name a new folder, which may be removed afterwards"
        )
    }

    /// A path that means the same to whoever reads it from another folder.
    static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }

    /// For the name of who made a change.
    static var userName: String { ProcessInfo.processInfo.environment["USER"] ?? NSUserName() }
}

extension Invocation {
    /// A server that runs on the data folder has an endpoint and policies of its own.
    func refuseWhatAServerHas() throws(Stop) {
        for option in ["policies", "gemini-base-url", "gemini-ca-file"] where has(option) {
            throw .usage("a server runs on this data folder and has its own: leave --\(option) out")
        }
    }
}

/// The running server, seen from a command.
struct ServerControl: Sendable {
    private let http = HTTPClient()
    let socket: String

    init(socket: String) { self.socket = socket }

    var isReachable: Bool {
        get async {
            let request = HTTPClient.Request(method: "POST", url: "http://torii/control/ping", unixSocket: socket)
            if case .success = await http.response(to: request, deadline: .now + .seconds(5)) { return true }
            return false
        }
    }

    /// The answer to a control request. A refusal becomes a `Stop`.
    func answer(
        _ name: String,
        _ arguments: JSON,
        within time: Duration = .seconds(30)
    ) async throws(Stop) -> DocumentNode {
        let request = HTTPClient.Request(
            method: "POST",
            url: "http://torii/control/\(name)",
            headers: [("Content-Type", "application/json")],
            body: arguments.encoded(),
            unixSocket: socket
        )
        switch await http.response(to: request, deadline: .now + time) {
        case .failure(let failure):
            throw Stop(code: .moved, message: "the server at \(socket) does not answer: \(failure.message)")
        case .success(let response):
            guard let root = DocumentReader.read(response.body, file: "answer", dialect: .json).root else {
                throw .failed("the server at \(socket) answered \(response.status) and no JSON")
            }
            guard response.status < 400 else {
                let code: ExitCode =
                    switch root["code"]?.string {
                    case "limit_broken": .limitBroken
                    default: response.status == 409 ? .moved : .failed
                    }
                throw Stop(code: code, message: root["detail"]?.string ?? "refused with \(response.status)")
            }
            return root
        }
    }
}
