import Documents
import Testing

/// How a device is told to hold back. The clock stands at 2026-11-30 00:53 UTC, 09:53 in Tokyo.
struct GovernorAnswerTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let device: String
        var mode = "batch"
        var local = "run"
        var sends = "now"
        let reason: String
        var retryAfter: String?
        var rate: Double?
        var warnings: [String] = []

        var testDescription: String { name }
    }

    /// A phone in the background that lacks nothing.
    private static func night(_ zone: String) -> String {
        #"{"externalPower":true,"network":{"kind":"wifi","metered":false},"timeZone":"\#(zone)"}"#
    }

    static let rows = [
        Row(name: "nothing known", device: "{}", reason: "ok"),
        Row(name: "a waiting user", device: #"{"thermal":"serious"}"#, mode: "interactive", reason: "ok"),
        Row(
            name: "offline",
            device: #"{"network":{"kind":"NONE"}}"#,
            sends: "queued",
            reason: "offline"
        ),
        Row(
            name: "11 severe heat on Android",
            device: #"{"family":"android","thermal":"SEVERE","battery":{"level":-1}}"#,
            local: "pause",
            reason: "thermal_serious",
            retryAfter: "5s"
        ),
        Row(
            name: "12 thermal 3 on iOS",
            device: #"{"family":"ios","thermal":3}"#,
            local: "stop",
            sends: "queued",
            reason: "thermal_critical",
            retryAfter: "60s"
        ),
        Row(
            name: "12 thermal 3 on Android",
            device: #"{"family":"Android","thermal":3}"#,
            local: "pause",
            reason: "thermal_serious",
            retryAfter: "5s"
        ),
        Row(
            name: "12 thermal 3 on iOS, with a point",
            device: #"{"family":"ios","thermal":3.0}"#,
            local: "stop",
            sends: "queued",
            reason: "thermal_critical",
            retryAfter: "60s"
        ),
        Row(name: "12 thermal 3 somewhere", device: #"{"thermal":3}"#, reason: "ok", warnings: ["ambiguous_enum"]),
        Row(
            name: "critical while a user waits",
            device: #"{"thermal":"critical"}"#,
            mode: "interactive",
            local: "skip",
            reason: "thermal_critical"
        ),
        Row(
            name: "headroom used up",
            device: #"{"family":"android","thermal":1,"thermalHeadroom":1.02}"#,
            local: "pause",
            reason: "thermal_serious",
            retryAfter: "5s"
        ),
        Row(
            name: "battery in percent",
            device: #"{"battery":{"level":15,"state":"unplugged"}}"#,
            local: "stop",
            sends: "queued",
            reason: "battery_low"
        ),
        Row(
            name: "low battery that charges",
            device: #"{"battery":{"level":"0,15","state":"charging"}}"#,
            reason: "ok"
        ),
        Row(
            name: "battery state 3 on Android",
            device: #"{"family":"android","battery":{"level":0.1,"state":3}}"#,
            local: "stop",
            sends: "queued",
            reason: "battery_low"
        ),
        Row(
            name: "battery state 3 on iOS",
            device: #"{"family":"ios","battery":{"level":0.1,"state":3}}"#,
            reason: "ok"
        ),
        Row(
            name: "battery state 3 somewhere",
            device: #"{"battery":{"level":0.1,"state":3}}"#,
            local: "stop",
            sends: "queued",
            reason: "battery_low",
            warnings: ["ambiguous_enum"]
        ),
        Row(
            name: "metered",
            device: #"{"network":{"kind":"cellular","metered":true}}"#,
            sends: "scoresOnly",
            reason: "network_metered"
        ),
        Row(
            name: "satellite",
            device: #"{"network":{"kind":"cellular","ultra_constrained":true}}"#,
            mode: "interactive",
            sends: "scoresOnly",
            reason: "network_constrained"
        ),
        Row(
            name: "background on an unknown network",
            device: #"{"externalPower":true}"#,
            mode: "background",
            sends: "scoresOnly",
            reason: "network_metered"
        ),
        Row(
            name: "background without power",
            device: #"{"network":{"metered":false}}"#,
            mode: "background",
            local: "skip",
            sends: "scoresOnly",
            reason: "background_denied"
        ),
        Row(
            name: "background, low power",
            device: #"{"network":{"metered":false},"lowPower":true}"#,
            mode: "background",
            local: "stop",
            sends: "queued",
            reason: "low_power"
        ),
        Row(
            name: "day in Tokyo",
            device: night("Asia/Tokyo"),
            mode: "background",
            reason: "background_day",
            rate: 0.25
        ),
        Row(name: "night in London", device: night("Europe/London"), mode: "background", reason: "background_night"),
        Row(name: "night in UTC", device: night("UTC"), mode: "background", reason: "background_night"),
        Row(name: "05:53", device: night("+05:00"), mode: "background", reason: "background_night"),
        Row(name: "06:01", device: night("+05:08"), mode: "background", reason: "background_day", rate: 0.25),
        Row(name: "23:53 of the day before", device: night("-01:00"), mode: "background", reason: "background_night"),
        Row(
            name: "21:53 of the day before",
            device: night("-03:00"),
            mode: "background",
            reason: "background_day",
            rate: 0.25
        ),
        Row(
            name: "a zone nobody knows is the profile's",
            device: night("Mars/Base"),
            mode: "background",
            reason: "background_day",
            rate: 0.25,
            warnings: ["unknown_time_zone"]
        ),
        Row(
            name: "a zone without a place",
            device: night("EST5"),
            mode: "background",
            reason: "background_day",
            rate: 0.25,
            warnings: ["unknown_time_zone"]
        ),
        Row(name: "a mode nobody knows", device: #"{"thermal":"serious"}"#, mode: "warp", reason: "ok"),
    ]

    @Test(.timeLimit(.minutes(10)), arguments: rows)
    func tellsTheDeviceWhatItMayDo(row: Row) async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try GateCase.documents()
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.ask(
                GateCase.base(adding: #","device":\#(row.device),"mode":"\#(row.mode)""#)
            )
            #expect(answer.string("verdict") == "reject")
            #expect(answer.string("governor.local") == row.local)
            #expect(answer.string("governor.sends") == row.sends)
            #expect(answer.string("governor.reason") == row.reason)
            #expect(answer.string("governor.retryAfter") == row.retryAfter)
            #expect(answer["governor.rate"]?.double == row.rate)
            #expect(answer.strings("warnings") == row.warnings)
        }
    }
}
