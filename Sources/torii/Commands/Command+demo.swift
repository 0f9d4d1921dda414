import Foundation
import Platform
import Workbench

extension Command {
    static let demo = Command(
        words: ["demo"],
        group: .run,
        summary: "do the main job once on real pictures, with its own ledger",
        options: [
            Option(name: "pictures", value: "DIR", summary: "where the real pictures are", repeats: true),
            Option(
                name: "tour",
                value: "WHEN",
                summary:
                    "a policy planned, a cap that holds, a dial that turns: always, or never (default: on a terminal)",
                choices: ["always", "never"]
            ),
            .policies, .data,
        ],
        examples: [("make demo", "fetches pictures first; needs no key")],
        reference: """
            The folder of --data is made anew by every demo. One that was used since its demo (an upload, a key, a policy, a
            file of yours), or that a server runs on, is left as it is, and the demo refuses to start.
            """
    ) { invocation throws(Stop) in
        let data = try invocation.required("data")
        let folder = DemoFolder(path: data)
        try await folder.startAfresh()
        let pictures = DemoPicture.all(
            real: try realPictures(invocation.values["pictures"] ?? []),
            profiles: ["ios", "android"]
        )
        let demo = Demo(
            pictures: pictures,
            policies: invocation.value("policies") ?? "policies",
            data: data,
            console: invocation.console,
            tour: tour(invocation)
        )
        try await demo.run()
        try await folder.noteEnd()
        let tool = CommandLine.arguments[0]
        invocation.console.out(
            """

            next, with this ledger:
              \(tool) report economics --data \(data) --by profile,day --exact
              \(tool) serve --port 8080 --data \(data) --policies \(demo.policies)
              curl 'http://127.0.0.1:8080/dashboard?watch=2s'
            """
        )
        return .done
    }

    /// At a reader's pace on a terminal that is no job's.
    private static func tour(_ invocation: Invocation) -> Demo.Tour {
        let isJob = ProcessInfo.processInfo.environment["CI"]?.isEmpty == false
        let isRead = invocation.console.style.animates && !isJob
        switch invocation.value("tour") {
        case "always": return isRead ? .paced : .quick
        case "never": return .none
        default: return isRead ? .paced : .none
        }
    }

    private static func realPictures(_ folders: [String]) throws(Stop) -> [(name: String, bytes: [UInt8])] {
        var pictures: [(name: String, bytes: [UInt8])] = []
        do {
            for folder in folders {
                for file in try FolderContent.files(at: folder) {
                    let lower = file.lowercased()
                    guard [".jpg", ".jpeg", ".png"].contains(where: { lower.hasSuffix($0) }) else { continue }
                    let name = file.split(separator: "/").last.map(String.init) ?? file
                    pictures.append((name, try FileContent.read(file)))
                }
            }
        } catch {
            throw .failed(error.message)
        }
        guard pictures.count >= 12 else {
            throw .failed("only \(pictures.count) pictures: name folders with at least 12 by --pictures")
        }
        return pictures
    }
}
