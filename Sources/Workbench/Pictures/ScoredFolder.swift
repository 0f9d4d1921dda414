import Gate
import Imaging
import Platform
package import Policy
package import Server

/// The pictures below a folder, measured and judged one after the other.
package struct ScoredFolder: Sendable {
    package let lines: [GateLine]

    /// Measures every file below `path`. Files that are no pictures are kept as failures. `each` hears of progress.
    package init(
        at path: String,
        profile: Profile,
        own: RegisteredPictures,
        each: (_ done: Int, _ of: Int) -> Void
    ) async throws(WorkbenchError) {
        let files: [String]
        do throws(PlatformError) {
            files = try FolderContent.files(at: path)
        } catch {
            throw WorkbenchError(.unreadable, error.message)
        }
        guard !files.isEmpty else { throw WorkbenchError(.unreadable, "there are no files in `\(path)`") }
        var lines: [GateLine] = []
        for (index, file) in files.enumerated() {
            do throws(PlatformError) {
                let bytes = try FileContent.read(file)
                let isOwn = try await own.hasBytes(bytes)
                lines.append(GateLine(file: file, bytes: bytes, profile: profile, isOwn: isOwn, own: own.looks))
            } catch {
                lines.append(GateLine(file: file, unreadable: error.message, gate: profile.gate))
            }
            each(index + 1, files.count)
        }
        self.lines = lines
    }

    /// Files that were read and judged.
    package var judged: [(file: String, seen: GateLine.Seen)] {
        lines.compactMap { line in
            guard case .success(let seen) = line.seen else { return nil }
            return (line.file, seen)
        }
    }

    /// Files that were not, with why.
    package var refusals: [(file: String, why: String)] {
        lines.compactMap { line in
            guard case .failure(let problem) = line.seen else { return nil }
            return (line.file, problem.message)
        }
    }

    package var unreadable: Int { lines.count - judged.count }
}
