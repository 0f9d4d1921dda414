import Economics
import Platform

/// Files and uploads under way, in memory, for two days and up to a total size.
final class FileStore: Sendable {
    /// An upload that was begun.
    struct Upload: Sendable, Hashable {
        let displayName: String
        let mimeType: String
        let size: Int?
        var bytes: [UInt8] = []
    }

    private struct State: Sendable {
        var files: [StoredFile] = []
        var uploads: [String: Upload] = [:]
        var made = 0

        var size: Int {
            files.reduce(0) { $0 + $1.bytes.count } + uploads.values.reduce(0) { $0 + $1.bytes.count }
        }
    }

    private let seed: UInt64
    private let limit: Int
    private let state = Locked(State())

    /// - Parameter limit: Bytes of everything kept.
    init(seed: UInt64, limit: Int = 256_000_000) {
        self.seed = seed
        self.limit = limit
    }

    /// The id of the upload.
    func begin(_ upload: Upload) -> String {
        state.withLock { state in
            let id = nextID(&state)
            state.uploads[id] = upload
            return id
        }
    }

    /// Adds bytes of an upload; the file once it is final. Throws 404 for an unknown upload, 400 for bytes that do not
    /// follow those before, and 429 when there is no room.
    func add(
        _ bytes: [UInt8],
        to id: String,
        offset: Int,
        isFinal: Bool,
        at moment: Timestamp
    ) throws(GoogleError) -> StoredFile? {
        try state.withLock { state throws(GoogleError) in
            guard var upload = state.uploads[id] else { throw .unknownRoute }
            guard offset == upload.bytes.count else {
                throw .invalidArgument("The upload has \(upload.bytes.count) bytes; offset \(offset) does not follow.")
            }
            try makeRoom(for: bytes.count, &state, moment)
            upload.bytes += bytes
            guard isFinal else {
                state.uploads[id] = upload
                return nil
            }
            guard upload.size == nil || upload.size == upload.bytes.count else {
                throw .invalidArgument(
                    "The upload has \(upload.bytes.count) bytes; \(upload.size ?? 0) were announced."
                )
            }
            state.uploads[id] = nil
            let file = StoredFile(
                name: "files/\(id)",
                displayName: upload.displayName,
                mimeType: upload.mimeType,
                bytes: upload.bytes,
                created: moment,
                isGenerated: false
            )
            state.files.append(file)
            return file
        }
    }

    /// Keeps what a batch wrote. Throws 429 when there is no room.
    func keep(_ bytes: [UInt8], mimeType: String, at moment: Timestamp) throws(GoogleError) -> StoredFile {
        try state.withLock { state throws(GoogleError) in
            try makeRoom(for: bytes.count, &state, moment)
            let file = StoredFile(
                name: "files/\(nextID(&state))",
                displayName: "",
                mimeType: mimeType,
                bytes: bytes,
                created: moment,
                isGenerated: true
            )
            state.files.append(file)
            return file
        }
    }

    /// Those that live, in the order of their making.
    func all(at moment: Timestamp) -> [StoredFile] {
        state.withLock { state in state.files.filter { $0.expires > moment } }
    }

    /// - Parameter name: `files/` and an id, or a URI that ends so.
    func file(_ name: String, at moment: Timestamp) -> StoredFile? {
        let parts = name.split(separator: "/").suffix(2)
        guard parts.first == "files" else { return nil }
        let name = parts.joined(separator: "/")
        return all(at: moment).first { $0.name == name }
    }

    /// False when there is none.
    func delete(_ name: String) -> Bool {
        state.withLock { state in
            let count = state.files.count
            state.files.removeAll { $0.name == name }
            return state.files.count < count
        }
    }

    private func nextID(_ state: inout State) -> String {
        state.made += 1
        return String(Encoding.hex(Crypto.sha256(Array("\(seed)/file/\(state.made)".utf8))).prefix(12))
    }

    private func makeRoom(for count: Int, _ state: inout State, _ moment: Timestamp) throws(GoogleError) {
        state.files.removeAll { $0.expires <= moment }
        guard state.size + count <= limit else {
            throw GoogleError(
                code: 429,
                status: "RESOURCE_EXHAUSTED",
                message: "The emulator keeps \(limit) bytes of files; delete some."
            )
        }
    }
}
