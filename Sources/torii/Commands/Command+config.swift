import Documents
import Foundation

extension Command {
    static let configShow = Command(
        words: ["config", "show"],
        group: .care,
        summary: "what every setting is, and with --origins where it comes from",
        options: [Option(name: "origins", value: nil, summary: "the variable or file behind each value"), .json],
        examples: [
            ("torii config show --origins", "secrets are named, never shown"),
            ("TORII_PORT=9090 torii config show", "flag, then TORII_* variable, then torii.json5, then default"),
        ],
        reference: """
            A command's own flag wins over all of these. The file is the one --config or TORII_CONFIG names, else
            ./torii.json5, else /etc/torii/torii.json5:  { data: "/var/lib/torii", policies: "policies", port: 8080 }
            """
    ) { invocation throws(Stop) in
        let environment = ProcessInfo.processInfo.environment
        let settings = try Settings(named: invocation.value("config"), environment: environment)
        let secrets = ["GEMINI_API_KEY", "GEMINI_API_KEY_FILE", "TORII_KEY"].filter {
            environment[$0]?.isEmpty == false
        }
        if invocation.has("json") {
            invocation.console.out(json(settings, secrets: secrets).text(pretty: true))
        } else {
            for option in Settings.options {
                let value = settings.values[option.name]
                let origin = invocation.has("origins") ? value?.origin ?? "default" : ""
                let line = option.name.padded(to: 20) + (value?.text ?? option.standard ?? "-").padded(to: 40) + origin
                invocation.console.out(line.reversed().drop { $0 == " " }.reversed().map(String.init).joined())
            }
            for secret in secrets { invocation.console.out(secret.padded(to: 20) + "set, not shown") }
        }
        for variable in settings.unknownVariables {
            let known = Settings.options.map { Settings.variable($0.name) }
            let near = Spelling.nearest(to: variable, among: known).map { "; did you mean \($0)?" } ?? ""
            invocation.console.err("nothing reads \(variable)\(near)")
        }
        return .done
    }

    private static func json(_ settings: Settings, secrets: [String]) -> JSON {
        [
            "file": settings.file.map { .string($0) } ?? .null,
            "settings": .array(
                Settings.options.map { option in
                    let value = settings.values[option.name]
                    return [
                        "name": .string(option.name),
                        "value": (value?.text ?? option.standard).map { .string($0) } ?? .null,
                        "origin": .string(value?.origin ?? "default"),
                    ]
                }
            ),
            "secretsSet": .array(secrets.map { .string($0) }),
            "unknownVariables": .array(settings.unknownVariables.map { .string($0) }),
        ]
    }
}
