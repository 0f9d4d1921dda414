import Documents
import Economics
import Platform
import Policy
import Server

/// A policy folder as a command reads it.
struct PolicyFiles {
    let folder: String
    let documents: [PolicyDocument]
    let result: PolicyReader.Result

    init(folder: String) throws(Stop) {
        self.folder = folder
        do {
            documents = try PolicyFolder.documents(in: folder)
        } catch {
            throw .failed("\(error.message): name the policy folder with --policies")
        }
        guard !documents.isEmpty else { throw .failed("no *.json5 in `\(folder)`") }
        result = PolicyReader.read(documents, knownZones: TimeZones.known, now: WallClock.system.now())
    }

    var errors: Int { result.diagnostics.count { $0.severity == .error } }
    var warnings: Int { result.diagnostics.count { $0.severity == .warning } }

    /// Every remark in compiler form.
    var rendered: String { rendered(result.diagnostics) }

    /// Remarks in compiler form, their files named as this machine opens them, so that editors jump there.
    func rendered(_ diagnostics: [Diagnostic]) -> String {
        let prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
        let sources = Dictionary(
            documents.map { (prefix + $0.path, SourceText($0.bytes)) },
            uniquingKeysWith: { first, _ in first }
        )
        return diagnostics.map { $0.below(prefix) }.rendered(sources: sources)
    }

    /// The validated set, or a stop after printing what is wrong.
    func set(_ console: Console) throws(Stop) -> PolicySet {
        guard let set = result.set else {
            console.err(rendered)
            throw .failed("\(errors) error\(errors == 1 ? "" : "s") in `\(folder)`; nothing was changed")
        }
        return set
    }
}

extension [PolicyDocument] {
    /// Stops where one of them would replace a file in `folder` that is another.
    func refuseToReplace(in folder: String, _ advice: String) throws(Stop) {
        do throws(PlatformError) {
            for document in self {
                let path = "\(folder)/\(document.path)"
                guard FolderContent.exists(path), try FileContent.read(path) != document.bytes else { continue }
                throw PlatformError(.cannotWrite, "`\(path)` is there and differs; nothing was written: \(advice)")
            }
        } catch {
            throw .failed(error.message)
        }
    }

    /// Writes each where its path says, below `folder`, which is made where it is not there.
    func write(to folder: String) throws(Stop) {
        do throws(PlatformError) {
            for document in self {
                let path = "\(folder)/\(document.path)"
                let parts = path.split(separator: "/", omittingEmptySubsequences: false)
                try FolderContent.make(parts.dropLast().joined(separator: "/"))
                try FileContent.write(document.bytes, to: path)
            }
        } catch {
            throw .failed(error.message)
        }
    }
}

extension Diagnostic {
    /// The same remark about a file in another folder.
    fileprivate func below(_ prefix: String) -> Diagnostic {
        Diagnostic(
            severity,
            code: code,
            file: prefix + file,
            start: start,
            end: end,
            field: field,
            message: message,
            hint: hint,
            notes: notes
        )
    }
}
