import Documents
import Economics
import Foundation
import Gemini
import Imaging
import Ledger
import Platform
import Policy
import SQLiteLedger
import Server
import Workbench

/// One thing looked at, and what to do about it.
struct Check: Sendable {
    enum State: String, Sendable { case good = "OK", warn = "WARN", fail = "FAIL" }

    let state: State
    let name: String
    let detail: String
    var fix = ""

    var text: String {
        state.rawValue.padded(to: 6) + name.padded(to: 12) + detail + (fix.isEmpty ? "" : "  -> \(fix)")
    }

    var json: JSON {
        ["state": .string(state.rawValue), "check": .string(name), "detail": .string(detail), "fix": .string(fix)]
    }
}

/// Looks at everything a server needs, changes nothing.
struct Doctor: Sendable {
    let data: String
    let policies: String
    let port: Int
    /// Nil: plain HTTP.
    let tls: TLSIdentity.Files?

    func checks() async -> [Check] {
        var checks = LibraryVersions.all.map { Check(state: .good, name: "library", detail: $0) }
        checks.append(await dataFolder())
        checks += policyFolder()
        checks.append(await key())
        checks.append(clock())
        checks.append(freePort())
        if let tls { checks.append(certificate(tls)) }
        return checks
    }

    private func dataFolder() async -> Check {
        guard FolderContent.exists(data) else {
            return Check(state: .good, name: "data", detail: "`\(data)` will be made at the first start")
        }
        if let pid = FolderLock.holder(of: data) {
            return Check(state: .good, name: "data", detail: "`\(data)` is served by process \(pid)")
        }
        do {
            let store = try await SQLiteStore.openReadOnly(folder: data)
            let revision = try await store.revisionInForce()?.number ?? 0
            let freeze = try await store.latestFreeze()
            await store.close()
            if let freeze, freeze.isFrozen {
                return Check(
                    state: .warn,
                    name: "data",
                    detail:
                        "`\(data)`: all spending is frozen since \(freeze.at.iso8601) by \(freeze.by): \(freeze.reason)",
                    fix: "torii thaw --data \(data) --reason TEXT"
                )
            }
            return Check(state: .good, name: "data", detail: "`\(data)` holds a ledger at revision \(revision)")
        } catch {
            return Check(
                state: .fail,
                name: "data",
                detail: error.message,
                fix: "restore the folder or name another one"
            )
        }
    }

    private func policyFolder() -> [Check] {
        do {
            let files = try PolicyFiles(folder: policies)
            guard files.errors == 0 else {
                let detail = "\(files.errors) error\(files.errors == 1 ? "" : "s") in `\(policies)`"
                return [
                    Check(
                        state: .fail,
                        name: "policies",
                        detail: detail,
                        fix: "torii policy lint --policies \(policies)"
                    )
                ]
            }
            let names = files.result.set?.profiles.keys.sorted().joined(separator: ", ") ?? ""
            var checks = [Check(state: .good, name: "policies", detail: "`\(policies)`: \(names)")]
            let ahead = [PolicyCode.retired, .retiring, .priceChange, .priceGap].map(\.rawValue)
            for remark in files.result.diagnostics where ahead.contains(remark.code) {
                checks.append(Check(state: .warn, name: "model", detail: remark.message, fix: remark.hint ?? ""))
            }
            return checks
        } catch {
            return [
                Check(state: .fail, name: "policies", detail: error.message, fix: "name the folder with --policies")
            ]
        }
    }

    private func key() async -> Check {
        do {
            let endpoint = try GeminiEndpoint.key()
            guard let endpoint else {
                return Check(
                    state: .warn,
                    name: "key",
                    detail: "no GEMINI_API_KEY: `serve` will start the emulator",
                    fix: "export GEMINI_API_KEY=…"
                )
            }
            let http = HTTPClient(caFile: try GeminiEndpoint.caFile())
            defer { http.close() }
            let client = GeminiClient(http: http, baseURL: GeminiEndpoint.officialBaseURL, key: endpoint)
            switch await client.probe(deadline: .now + .seconds(10)) {
            case .ok: return Check(state: .good, name: "key", detail: "the Gemini API accepts it")
            case .auth(let message):
                return Check(state: .fail, name: "key", detail: message, fix: "make a new key in AI Studio")
            case .unreachable(let message):
                return Check(state: .warn, name: "key", detail: "not tried: \(message)", fix: "check the network")
            }
        } catch {
            return Check(state: .fail, name: "key", detail: error.message)
        }
    }

    private func clock() -> Check {
        let now = WallClock.system.now()
        guard now >= Version.builtAfter else {
            let detail = "\(now.iso8601) is before this build"
            return Check(state: .fail, name: "clock", detail: detail, fix: "set the clock: prices and budgets go by it")
        }
        return Check(state: .good, name: "clock", detail: now.iso8601)
    }

    private func certificate(_ files: TLSIdentity.Files) -> Check {
        do {
            let identity = try TLSIdentity(files)
            let fix = "renew it: a server reads it again by itself"
            if let warning = TLSFiles.warning(identity) {
                let hasEnded = identity.end <= WallClock.system.now()
                return Check(state: hasEnded ? .fail : .warn, name: "tls", detail: warning, fix: fix)
            }
            let detail = "`\(files.certificate)` and its key, until \(identity.end.iso8601)"
            return Check(state: .good, name: "tls", detail: detail)
        } catch {
            return Check(state: .fail, name: "tls", detail: error.message, fix: "name a pair that fits")
        }
    }

    private func freePort() -> Check {
        do {
            let server = try HTTPServer(.init(address: .tcp(host: "127.0.0.1", port: port), threads: 1)) { _ in
                HTTPResponse(status: 503)
            }
            Task { await server.stop(grace: .zero) }
            return Check(state: .good, name: "port", detail: "\(port) is free")
        } catch {
            if let pid = FolderLock.holder(of: data) {
                let detail = "\(port) is taken, as it should be while process \(pid) serves `\(data)` there"
                return Check(state: .good, name: "port", detail: detail)
            }
            return Check(state: .warn, name: "port", detail: error.message, fix: "torii serve --port another")
        }
    }
}
