import Documents
import Platform

/// One JSON line for each `generateContent` call that was decided, for checks against a ledger. A line is in the file
/// before the answer leaves. Neither keys nor pictures nor texts are in it.
final class Journal: Sendable {
    private let file: AppendFile
    private let pool = BlockingPool(threads: 1, name: "emu-journal")

    /// Lines are added to what the file holds. Throws `cannotWrite` naming the file.
    init(_ path: String) throws(EmulatorError) {
        do throws(PlatformError) { file = try AppendFile(path, orPipe: true) } catch {
            throw EmulatorError(.cannotWrite, error.message)
        }
    }

    /// Adds a line; false when the file does not take it.
    func note(_ entry: JournalEntry) async -> Bool {
        let line = entry.json.encoded() + [0x0A]
        let file = self.file
        return await pool.run { Result { () throws(PlatformError) in try file.append(line) } }.isSuccess
    }
}

extension Result {
    fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
