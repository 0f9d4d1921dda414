import Economics
import Ledger
import Platform
import Policy
import SQLiteLedger
import Server
import Workbench

extension Command {
    static let benchPlan = Command(
        words: ["bench", "plan"],
        group: .care,
        summary: "write made-up decisions into a new ledger and time a plan over them",
        options: [
            .data, .policies,
            Option(name: "rows", value: "N", summary: "decisions to write (default 1000000)"),
        ],
        examples: [("torii bench plan --data /tmp/bench --policies policies", "seconds of writing, then of the plan")]
    ) { invocation throws(Stop) in
        let data = try DataFolder.forBench(invocation.required("data"))
        let count = try invocation.integer("rows", in: 1...100_000_000, default: 1_000_000)
        let files = try PolicyFiles(folder: try invocation.required("policies"))
        let set = try files.set(invocation.console)
        guard let profile = set.profiles["android"] ?? set.profiles.values.first else { throw .failed("no profile") }
        let now = WallClock.system.now()
        do {
            // A plan reads whole days alone.
            let zone = try TimeZones.offsets(of: profile.budget.timeZone)
            let today = zone.start(of: CivilDate(at: now, in: zone))
            let store = try await SQLiteStore.open(folder: data)
            let start = ContinuousClock.now
            try await ReplayLoad.write(count, profile: profile.name, before: today, to: store)
            await store.close()
            invocation.console.out("wrote \(count) decisions in \(ContinuousClock.now - start)")
            let reader = try await SQLiteStore.openReadOnly(folder: data)
            let begin = ContinuousClock.now
            let plan = try await PolicyPlan.made(
                live: (RevisionRecord.none(files.documents, now), set),
                proposed: (files.documents, set.replacingSharpness(of: profile, by: 0.05)),
                only: profile.name,
                window: .days(30),
                store: reader,
                now: now
            )
            let took = ContinuousClock.now - begin
            await reader.close()
            let replay = plan.profiles.first?.replay
            invocation.console.out(
                "planned over \(replay?.uploads ?? 0) uploads in \(took), \(replay?.changed.count ?? 0) ids kept"
            )
        } catch {
            throw .failed("\((error as? LedgerError)?.message ?? "\(error)")")
        }
        return .done
    }
}

extension RevisionRecord {
    fileprivate static func none(_ documents: [PolicyDocument], _ at: Timestamp) -> RevisionRecord {
        RevisionRecord(number: 1, at: at, by: "", from: "", reason: "", documents: documents, revenue: [])
    }
}

extension PolicySet {
    /// The set with a stricter sharpness in one profile, so that both documents have to be judged by.
    fileprivate func replacingSharpness(of profile: Profile, by step: Double) -> PolicySet {
        let gate = profile.gate
        var profiles = profiles
        profiles[profile.name] = Profile(
            name: profile.name,
            scoreSpace: profile.scoreSpace,
            phase: profile.phase,
            gate: GateSettings(
                enabled: gate.enabled,
                sharpness: .init(min: gate.sharpness.min + step, floor: 0, ceiling: 1),
                saliencyArea: gate.saliencyArea,
                abstractBypass: gate.abstractBypass,
                ownWatermark: gate.ownWatermark,
                background: gate.background,
                deadline: gate.deadline,
                onDeadline: gate.onDeadline,
                onOverload: gate.onOverload
            ),
            target: profile.target,
            falseRejects: profile.falseRejects,
            revenue: profile.revenue,
            budget: profile.budget,
            cloud: profile.cloud,
            governor: profile.governor,
            cache: profile.cache,
            keepThumbnails: profile.keepThumbnails
        )
        return PolicySet(profiles: profiles, prices: prices, models: models, contracts: contracts, documents: documents)
    }
}
