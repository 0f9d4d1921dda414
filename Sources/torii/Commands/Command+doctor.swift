import Documents

extension Command {
    static let doctor = Command(
        words: ["doctor"],
        group: .care,
        summary: "check libraries, folders, policies, key, clock, port, certificate and retiring models",
        options: [
            .data, .policies,
            Option(name: "port", value: "N", summary: "the port `serve` will take (default 8080)"),
            .tlsCertificate, .tlsKey, .json,
        ],
        examples: [
            ("torii doctor --data data --policies policies", "OK, WARN or FAIL with what to do; exits 1 on FAIL")
        ]
    ) { invocation throws(Stop) in
        let checks = await Doctor(
            data: invocation.value("data") ?? "data",
            policies: invocation.value("policies") ?? "policies",
            port: try invocation.integer("port", in: 1...65_535, default: 8080),
            tls: try TLSFiles.named(invocation)
        ).checks()
        if invocation.has("json") {
            invocation.console.out(JSON.array(checks.map(\.json)).text())
        } else {
            for check in checks { invocation.console.out(check.text) }
        }
        return checks.contains { $0.state == .fail } ? .failed : .done
    }
}
