import Documents
import Platform
import Server
import Workbench

extension Command {
    static let keysSigning = Command(
        words: ["keys", "signing"],
        group: .care,
        summary: "show the public keys that policies for devices are signed with",
        options: [
            .data,
            Option(name: "rotate", value: nil, summary: "sign with the next key from now on, and make a new next one"),
            .json,
        ],
        examples: [
            ("torii keys signing --data data", "what an app bundles: the current key and the next"),
            ("torii keys signing --data data --rotate", "after the apps that know the next key are out"),
        ]
    ) { invocation throws(Stop) in
        let data = try invocation.required("data")
        let report: JSON
        switch try await DataFolder.writing(data, console: invocation.console, mayCreate: false) {
        case .store(let store):
            do throws(PlatformError) {
                var keys = try SigningKeys.kept(in: data)
                if invocation.has("rotate") {
                    keys = keys.rotated()
                    try keys.write(in: data)
                }
                report = keys.json
            } catch {
                await store.close()
                throw .failed(error.message)
            }
            await store.close()
        case .server(let control):
            report = JSON(
                try await control.answer("keys/signing", ["rotate": .bool(invocation.has("rotate"))])
            )
        }
        if invocation.has("json") {
            invocation.console.out(report.text())
            return .done
        }
        guard case .object(let members) = report, case .array(let keys)? = members.first?.value else { return .failed }
        for case .object(let members) in keys {
            func text(_ key: String) -> String {
                guard case .string(let text)? = members.first(where: { $0.key == key })?.value else { return "" }
                return text
            }
            invocation.console.out("\(text("id"))  \(text("use").padded(to: 9))\(text("publicKey"))")
        }
        return .done
    }
}
