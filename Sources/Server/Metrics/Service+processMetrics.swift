import Ledger
import Platform
import Policy

/// What `/metrics` says of this process and of the policy in force.
extension Service {
    func process(into text: inout Exposition) {
        text.family("torii_build_info", .gauge, "Always 1; the labels say what runs.")
        text.sample("torii_build_info", [("version", build)], "1")
        let figures = ProcessFigures.now()
        text.family("process_start_time_seconds", .gauge, "When this process started, in seconds since 1970.")
        text.sample("process_start_time_seconds", [], "\(startedAt.seconds)")
        text.family("process_cpu_seconds_total", .counter, "Processor time used.")
        text.sample("process_cpu_seconds_total", [], "\(figures.cpuSeconds)")
        text.family("process_resident_memory_bytes", .gauge, "Memory in use.")
        text.sample("process_resident_memory_bytes", [], "\(figures.residentBytes)")
        text.family("process_open_fds", .gauge, "Open files and connections.")
        text.sample("process_open_fds", [], "\(figures.openFiles)")
        text.family("torii_http_requests_in_flight", .gauge, "Requests being answered.")
        let inFlight = telemetry.requestsInFlight.load(ordering: .relaxed)
        text.sample("torii_http_requests_in_flight", [], "\(inFlight)")
        text.family("torii_spend_frozen", .gauge, "1 while all spending is stopped until `torii thaw`.")
        text.sample("torii_spend_frozen", [], gateway.spending.isFrozen ? "1" : "0")
    }

    /// Of the collector, where there is one.
    func traces(into text: inout Exposition) {
        guard let counts = gateway.traces?.counts else { return }
        text.family(
            "torii_traces_total",
            .counter,
            "Journeys of uploads told to the trace collector, by what became of them."
        )
        for (result, count) in [
            ("exported", counts.exported), ("refused", counts.refused), ("dropped", counts.dropped),
        ] { text.sample("torii_traces_total", [("result", result)], "\(count)") }
    }

    func policy(into text: inout Exposition) {
        let profiles = policies.snapshots.map(\.profile)
        let families: [(String, String, (Profile) -> String)] = [
            ("torii_policy_revision", "The revision in force.", { _ in "\(self.policies.revision)" }),
            (
                "torii_policy_applied_timestamp_seconds", "When it was applied.",
                { _ in "\(self.policies.appliedAt.seconds)" }
            ),
            (
                "torii_send_target_ratio", "Send rate a profile aims at, of judged uploads.",
                { "\($0.target.sendRate)" }
            ),
        ]
        for (name, help, value) in families {
            text.family(name, .gauge, help)
            for profile in profiles { text.sample(name, [("profile", profile.name)], value(profile)) }
        }
    }

    func lookups(into text: inout Exposition) {
        text.family("torii_cache_lookups_total", .counter, "Looks for an answer of before, by result.")
        for profile in policies.snapshots.map(\.profile.name) {
            for kind in Telemetry.CacheKind.allCases {
                for result in kind.results {
                    let labels = [("profile", profile), ("kind", kind.rawValue), ("result", result.rawValue)]
                    let count = telemetry.cacheLookups(of: profile, kind, result)
                    text.sample("torii_cache_lookups_total", labels, "\(count)")
                }
            }
        }
    }

    func deviceNotes(into text: inout Exposition) {
        text.family("torii_device_notes_total", .counter, "What was bent or not understood in reports of devices.")
        for (note, count) in telemetry.deviceNotes.sorted(by: { $0.key < $1.key }) {
            text.sample("torii_device_notes_total", [("profile", note.profile), ("note", note.word)], "\(count)")
        }
    }

    func feedback(into text: inout Exposition) {
        text.family("torii_feedback_total", .counter, "What users said about answers, changes of mind too.")
        for profile in policies.snapshots.map(\.profile.name) {
            for kind in Feedback.Kind.allCases {
                text.sample(
                    "torii_feedback_total",
                    [("profile", profile), ("kind", kind.rawValue)],
                    "\(telemetry.words(kind, profile: profile))"
                )
            }
        }
    }

    func durations(into text: inout Exposition) {
        // Every series of what is live from the start, so that `rate` and `absent` work.
        for snapshot in policies.snapshots {
            _ = telemetry.gate[snapshot.profile.name]
            _ = telemetry.cloud[snapshot.capabilities.prefix]
        }
        text.histograms(
            "torii_gate_duration_seconds",
            telemetry.gate.all.map { ([("profile", $0.key)], $0.histogram) },
            help: "Decode and measure of one picture."
        )
        text.histograms(
            "torii_cloud_duration_seconds",
            telemetry.cloud.all.map { ([("model", $0.key)], $0.histogram) },
            help: "All attempts of one upload, by the family of the model asked first."
        )
        text.histograms(
            "torii_http_request_duration_seconds",
            telemetry.requests.all.map { ([("route", $0.key.route), ("code", "\($0.key.status)")], $0.histogram) },
            help: "From request to answer."
        )
    }
}
