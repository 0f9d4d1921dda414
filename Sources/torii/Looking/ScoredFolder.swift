import Gate
import Imaging
import Platform
import Policy
import Server

/// The pictures below a folder, measured and judged one after the other.
struct ScoredFolder: Sendable {
    let lines: [GateLine]

    /// Measures every file below `path`. Files that are no pictures are kept as failures. `each` hears of progress.
    init(at path: String, profile: Profile, each: (_ done: Int, _ of: Int) -> Void) throws(Stop) {
        let files: [String]
        do throws(PlatformError) {
            files = try FolderContent.files(at: path)
        } catch {
            throw .failed(error.message)
        }
        guard !files.isEmpty else { throw .failed("there are no files in `\(path)`") }
        var lines: [GateLine] = []
        for (index, file) in files.enumerated() {
            do throws(PlatformError) {
                lines.append(GateLine(file: file, bytes: try FileContent.read(file), profile: profile, isOwn: nil))
            } catch {
                lines.append(GateLine(file: file, unreadable: error.message, gate: profile.gate))
            }
            each(index + 1, files.count)
        }
        self.lines = lines
    }

    /// Files that were read and judged.
    var judged: [(file: String, seen: GateLine.Seen)] {
        lines.compactMap { line in
            guard case .success(let seen) = line.seen else { return nil }
            return (line.file, seen)
        }
    }

    var unreadable: Int { lines.count - judged.count }
}
