import Foundation
import Ledger
import Platform

/// Where a demo keeps its ledger. Every demo makes it anew, unless somebody has used it since.
struct DemoFolder: Sendable {
    let path: String

    private var marker: String { "\(path)/made-by-torii-demo" }
    private static let warning = "The next demo makes this folder anew, unless it was used since."

    /// Removes what the last demo left. Throws where the folder is no demo's, a server runs on it, or it holds what no demo
    /// wrote.
    func startAfresh() async throws(Stop) {
        do {
            if FolderContent.exists(path) {
                guard FolderContent.exists(marker) else {
                    throw Stop.failed("`\(path)` exists and is not a demo's: name another --data")
                }
                try refuseARunningServer()
                try await refuseWhatWasUsed()
                try FileManager.default.removeItem(atPath: path)
            }
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try FileContent.write(Array("\(Self.warning)\n".utf8), to: marker)
        } catch let stop as Stop {
            throw stop
        } catch {
            throw .failed("`\(path)`: \(error)")
        }
    }

    /// Notes what a demo leaves, once nobody writes there any more.
    func noteEnd() async throws(Stop) {
        let lines = [Self.warning, try await facts()] + (try names())
        do throws(PlatformError) {
            try FileContent.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: marker)
        } catch {
            throw .failed(error.message)
        }
    }

    private func refuseARunningServer() throws(Stop) {
        do throws(PlatformError) {
            try FolderLock(folder: path).release()
        } catch {
            throw Stop(code: .moved, message: error.message)
        }
    }

    /// A demo that was broken off left no note of its end: it is made anew.
    private func refuseWhatWasUsed() async throws(Stop) {
        let text: String
        do throws(PlatformError) {
            text = String(decoding: try FileContent.read(marker, maxBytes: 65_536), as: UTF8.self)
        } catch {
            throw .failed(error.message)
        }
        let noted = text.split(separator: "\n").dropFirst().map(String.init)
        guard let before = noted.first else { return }
        let cure = "name another --data, or remove it yourself"
        if let other = try names().first(where: { !noted.contains($0) }) {
            throw .failed("`\(path)` holds `\(other)`, which no demo wrote: \(cure)")
        }
        let now = try await facts()
        guard now == before else {
            throw .failed("`\(path)` was used since its demo (\(before) then, \(now) now): \(cure)")
        }
    }

    /// What uses of it change: uploads, keys, policies.
    private func facts() async throws(Stop) -> String {
        let store = try await DataFolder.reading(path)
        let facts: String
        do throws(LedgerError) {
            let decisions = try await store.verification().decisions
            let (keys, revision) = (try await store.keys().count, try await store.latestRevision()?.number ?? 0)
            facts = "\(decisions) decisions, \(keys) keys, r\(revision)"
        } catch {
            await store.close()
            throw .failed(error.message)
        }
        await store.close()
        return facts
    }

    /// Of files, but for those that come and go with a server.
    private func names() throws(Stop) -> [String] {
        do throws(PlatformError) {
            return try FolderContent.names(in: path).filter { name in
                !["ledger.", "torii.", "dial"].contains { name.hasPrefix($0) }
            }
        } catch {
            throw .failed(error.message)
        }
    }
}
