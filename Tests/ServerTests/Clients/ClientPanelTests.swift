import Ledger
import Platform
import Policy
import TestSupport
import Testing

@testable import Server

/// Who asks, and how they fare.
@Suite(.timeLimit(.minutes(10))) struct ClientPanelTests {
    @Test(
        arguments: [
            ("ios/4.12.0; class=high", ClientLabel.Family.ios, DeviceSettings.Class?.some(.high)),
            ("Android/1.0;class=LOW", .android, .low), ("ios/4.12.0", .ios, nil),
            ("fridge/2; class=huge", .other, nil), ("", .unknown, nil),
        ]
    )
    func readsWhoAsks(header: String, family: ClientLabel.Family, deviceClass: DeviceSettings.Class?) {
        let request = HTTPRequest(
            method: "GET",
            path: "/",
            headers: header.isEmpty ? [] : [(name: "torii-client", value: header)]
        )
        #expect(request.clientLabel == ClientLabel(family: family, deviceClass: deviceClass))
    }

    @Test func countsByKeyAppAndDevice() async throws {
        let folder = try TemporaryFolder()
        try FileContent.write(Array("{ panels: [{ kind: \"clients\" }] }".utf8), to: folder.file("clients.json5"))
        var setup = ServerUnderTest.Setup()
        setup.dashboards = folder.path
        setup.documents = try PolicyDocuments.documents { path, text in
            guard path == "ios.json5" else { return }
            try text.change(
                "keepThumbnails: false,",
                to: #"keepThumbnails: false, devices: { minClient: { warn: "3.0.0", block: "2.0.0" } },"#
            )
        }
        try await ServerUnderTest.run(setup) { server in
            let new = [(name: "Torii-Client", value: "ios/4.0.0; class=high")]
            let old = [(name: "Torii-Client", value: "ios/2.5.0; class=low")]
            let refused = [(name: "Torii-Client", value: "ios/1.0.0; class=low")]
            #expect(try await server.upload(Pictures.sharp(seed: 1), headers: new).string("outcome") == "sent")
            #expect(try await server.upload(Pictures.blurred(2), headers: new).string("outcome") == "rejected")
            #expect(try await server.upload(Pictures.sharp(seed: 3), headers: old).status == 200)
            #expect(try await server.upload(Pictures.sharp(seed: 4), headers: refused).status == 426)
            #expect(try await server.upload(Pictures.sharp(seed: 5), key: ServerUnderTest.iosKey).status == 200)
            let clients = try await server.get("/dashboard?format=json")["clients"]?.array ?? []
            let lines = clients.map { client in
                let words = ["key", "family", "class"].map { client[$0]?.string ?? "-" }
                let numbers = ["uploads", "judged", "sent", "oldApp"].map { "\(client[$0]?.integer ?? -1)" }
                return (words + numbers).joined(separator: " ")
            }
            #expect(
                lines == ["client ios high 2 2 1 0", "client ios low 1 1 1 2", "ios-only unknown - 1 1 1 0"]
            )
            let screen = try await server.get("/dashboard/clients?width=120").text
            #expect(screen.contains("client ios high"))
            #expect(screen.contains("50.0 %"))
        }
    }

    /// Clients beyond what is told apart share a row.
    @Test func keepsABoundOnItsSeries() {
        let counts = ClientCounts()
        for number in 0..<1_100 {
            counts.addOld(profile: "ios", client: "key\(number)", label: ClientLabel(family: .ios))
        }
        let all = counts.all
        #expect(all.count == 1_001)
        #expect(all.values.reduce(0) { $0 + $1.old } == 1_100)
        #expect(all[ClientCounts.Name(profile: "ios", client: "", label: ClientLabel())]?.old == 100)
    }
}
