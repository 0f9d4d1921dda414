import Platform
import Policy
import Workbench

extension Command {
    static let tryOut = Command(
        words: ["try"],
        group: .gate,
        summary: "what the gate would do with your own pictures, and what that comes to in a month; nothing is sent",
        operands: "FOLDER",
        options: [
            .profile, .policies, .ownData, .watermarkKey,
            Option(name: "uploads-per-month", value: "N", summary: "to reckon with (default 100000)"),
            Option(name: "out", value: "DIR", summary: "where rejects.html and the policies go (default torii-try)"),
            .json,
        ],
        examples: [
            (
                "torii try ~/Pictures --uploads-per-month 540000",
                "send rate, spend and margin; the rejected pictures on a page; policies to start with"
            )
        ]
    ) { invocation throws(Stop) in
        guard let path = invocation.operands.first, invocation.operands.count == 1 else {
            throw .usage("say which folder: torii try FOLDER")
        }
        let uploads = try invocation.integer("uploads-per-month", in: 1...1_000_000_000, default: 100_000)
        let files = try PolicyFiles(folder: invocation.value("policies") ?? "policies")
        let set = try files.set(invocation.console)
        let profile = try chosenProfile(invocation)
        let out = invocation.value("out") ?? "torii-try"
        try files.documents.filter { !PolicyDocument.isProfile($0.path, named: profile.name) }
            .refuseToReplace(in: out, "choose another folder with --out")
        let console = invocation.console
        let own = try await ownPictures(invocation)
        let report: TryReport
        do throws(WorkbenchError) {
            let folder = try await ScoredFolder(at: path, profile: profile, own: own) { done, total in
                if done.isMultiple(of: 100), done < total { console.err("\(done) of \(total) files") }
            }
            let estimate = try SendEstimate(profile, set: set, at: WallClock.system.now())
            report = try TryReport(folder, profile: profile, estimate: estimate, uploads: uploads)
        } catch {
            await own.close()
            throw .failed(error.message)
        }
        await own.close()
        let written = try write(report, profile: profile, files: files, to: out)
        console.out(invocation.has("json") ? report.json.text() : report.text)
        if !invocation.has("json") { console.out("\n" + written.map { "wrote \($0)" }.joined(separator: "\n")) }
        return .done
    }

    /// The page of rejects, and beside it policy documents of their own: those read, with the profile's as it was measured, in
    /// phase `measure` and with the send rate found.
    private static func write(
        _ report: TryReport,
        profile: Profile,
        files: PolicyFiles,
        to folder: String
    ) throws(Stop) -> [String] {
        let sheet = ContactSheet(report: report, thresholds: .start(of: profile.gate), settings: profile.gate)
        guard let own = files.documents.firstIndex(where: { PolicyDocument.isProfile($0.path, named: profile.name) })
        else {
            throw .failed("there is no document `\(profile.name).json5`")
        }
        var documents = files.documents
        var text = String(decoding: documents[own].bytes, as: UTF8.self)
        let changes = [(["phase"], "\"measure\""), (["target", "sendRate"], report.sendRate.fixed(3))]
        for (path, value) in changes { text = PolicyText.replacing(path, by: value, in: text) ?? text }
        documents[own] = PolicyDocument(path: documents[own].path, bytes: Array(text.utf8))
        let page = "\(folder)/rejects.html"
        try documents.write(to: folder)
        do {
            try FileContent.write(Array(sheet.html.utf8), to: page)
        } catch {
            throw .failed(error.message)
        }
        return [page, "\(folder)/\(documents[own].path), and what it needs: a policy folder of its own"]
    }
}
