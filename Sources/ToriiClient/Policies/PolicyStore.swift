public import Foundation

/// Keeps policies over restarts. What it gives back is verified anew, so it needs no protection of its own.
public protocol PolicyStore: Sendable {
    func load() async -> [KeptPolicy]
    /// Takes the place of what was kept.
    func save(_ policies: [KeptPolicy]) async
}

/// Forgets with the process.
public actor MemoryPolicyStore: PolicyStore {
    private var policies: [KeptPolicy]

    public init(_ policies: [KeptPolicy] = []) { self.policies = policies }

    public func load() -> [KeptPolicy] { policies }
    public func save(_ policies: [KeptPolicy]) { self.policies = policies }
}

/// One file for a profile and a score space; the app's version is no part of its name, so an update keeps the policy.
public struct FilePolicyStore: PolicyStore {
    private let file: URL

    /// - Parameter folder: Made when it is not there, such as the app's caches.
    public init(folder: URL, profile: String, scoreSpace: String) {
        let name = "torii-\(profile)-\(scoreSpace)".map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "_" }
        file = folder.appendingPathComponent(String(name) + ".json")
    }

    public func load() async -> [KeptPolicy] {
        // Nothing there, or nothing of ours: the client starts as if new.
        guard let data = try? Data(contentsOf: file) else { return [] }
        return (try? JSONDecoder().decode([KeptPolicy].self, from: data)) ?? []
    }

    public func save(_ policies: [KeptPolicy]) async {
        // A full disk costs a fetch at the next start, no more.
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try? JSONEncoder().encode(policies).write(to: file, options: .atomic)
    }
}
