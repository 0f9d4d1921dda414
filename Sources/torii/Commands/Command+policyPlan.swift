import Documents
import Economics
import Ledger
import Platform
import Policy
import Server
import Workbench

extension Command {
    static let policyPlan = Command(
        words: ["policy", "plan"],
        group: .policy,
        summary: "what a proposal would have changed: recorded uploads judged anew",
        operands: "[PATH]",
        options: [
            .policies, .data, .profile, .watermarkKey,
            Option(
                name: "days",
                value: "N",
                summary: "whole days before today to replay (default 7); today so far while there are none"
            ),
            Option(name: "from", value: "DAY", summary: "the first day to replay, instead of --days"),
            Option(name: "to", value: "DAY", summary: "the last day to replay, included"),
            Option(
                name: "pictures",
                value: "DIR",
                summary: "judge the pictures of a folder instead of recorded uploads"
            ),
            Option(
                name: "html",
                value: "FILE",
                summary: "write a page of the plan and every id, or picture, that changes"
            ),
            Option(name: "all", value: nil, summary: "show unchanged settings too"),
            Option(name: "changed", value: nil, summary: "with --json: list the ids whose fate changes"),
            Option(name: "exit-code", value: nil, summary: "exit 2 when something changes, 3 when a limit would break"),
            .json,
        ],
        examples: [
            ("torii policy plan policies --data data", "today beside the proposal: send rate, spend, lost answers"),
            ("torii policy plan policies/ios.json5 --data data --json --changed", "for CI, with the ids that change"),
        ]
    ) { invocation throws(Stop) in
        let files = try PolicyFiles(folder: try planFolder(invocation))
        let set = try files.set(invocation.console)
        let data = try invocation.required("data")
        let live = try await LedgerRevisions.revision(nil, data: data)
        guard let liveSet = live.policySet else { throw .failed("the live revision \(live.number) no longer reads") }
        let only = try plannedProfile(invocation)
        if let only, set.profiles[only] == nil { throw .failed("`\(files.folder)` has no profile `\(only)`") }
        if let folder = invocation.value("pictures") {
            return try await planPictures(folder, live: (live, liveSet), proposed: set, only: only, invocation)
        }
        let window = try planWindow(invocation)
        let store = try await DataFolder.reading(data)
        let plan: PolicyPlan
        do {
            plan = try await PolicyPlan.made(
                live: (live, liveSet),
                proposed: (files.documents, set),
                only: only,
                window: window,
                store: store,
                now: WallClock.system.now()
            )
        } catch {
            await store.close()
            throw .failed("\((error as? LedgerError)?.message ?? (error as? EconomicsError)?.message ?? "\(error)")")
        }
        await store.close()
        do {
            if invocation.has("json") {
                invocation.console.out(try plan.json(listsChanged: invocation.has("changed")).text())
            } else {
                invocation.console.out(try plan.text(showsUnchanged: invocation.has("all")))
            }
            if let file = invocation.value("html") {
                let shelf = ThumbnailShelf(data: try invocation.required("data"))
                let page = try plan.html(thumbnails: await plan.thumbnails(in: shelf))
                try write(page, to: file)
            }
        } catch let error as EconomicsError {
            throw .failed(error.message)
        } catch let stop as Stop {
            throw stop
        } catch {
            throw .failed("\(error)")
        }
        guard invocation.has("exit-code") else { return .done }
        return plan.changesNothing ? .done : plan.broken.isEmpty ? .usage : .limitBroken
    }

    private static func planFolder(_ invocation: Invocation) throws(Stop) -> String {
        guard invocation.operands.count <= 1 else { throw .usage("`torii policy plan` takes one path") }
        guard let path = invocation.operands.first else { return try invocation.required("policies") }
        guard path.hasSuffix(".json5") || path.hasSuffix(".json") else { return path }
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        return folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
    }

    /// The profile of `--profile`, or of the one document given.
    private static func plannedProfile(_ invocation: Invocation) throws(Stop) -> String? {
        if let named = invocation.value("profile") { return named }
        guard let path = invocation.operands.first, let file = path.split(separator: "/").last,
            file.hasSuffix(".json5") || file.hasSuffix(".json")
        else { return nil }
        guard let name = PolicyDocument(path: String(file), bytes: []).profileName else {
            throw .usage("`\(path)` is no profile: plan its folder")
        }
        return name
    }

    private static func planWindow(_ invocation: Invocation) throws(Stop) -> PolicyPlan.Window {
        guard invocation.has("from") || invocation.has("to") else {
            return .days(try invocation.integer("days", in: 1...366, default: 7))
        }
        guard !invocation.has("days") else { throw .usage("give --days or --from and --to, not both") }
        let from = try day("from", invocation)
        let to = try day("to", invocation)
        guard from <= to else { throw .usage("--from must not be after --to") }
        return .range(from, to.next)
    }

    private static func day(_ option: String, _ invocation: Invocation) throws(Stop) -> CivilDate {
        let text = try invocation.required(option)
        guard let day = CivilDate(text) else {
            throw .usage("--\(option) must be a day such as 2026-11-30, found `\(text)`")
        }
        return day
    }

    private static func planPictures(
        _ folder: String,
        live: (RevisionRecord, PolicySet),
        proposed: PolicySet,
        only: String?,
        _ invocation: Invocation
    ) async throws(Stop) -> ExitCode {
        let own = try await ownPictures(invocation)
        let plan: PicturePlan
        do {
            plan = try await PicturePlan.made(
                folder: folder,
                today: live.1,
                proposed: proposed,
                only: only,
                own: own
            )
        } catch {
            await own.close()
            throw .failed("\((error as? PlatformError)?.message ?? "\(error)")")
        }
        await own.close()
        if invocation.has("json") {
            invocation.console.out(plan.json(base: live.0.number).text())
        } else {
            invocation.console.out(plan.text(base: live.0.number))
        }
        if let file = invocation.value("html") { try write(PicturePlanPage(plan, base: live.0.number).html, to: file) }
        return invocation.has("exit-code") && plan.changesSomething ? .usage : .done
    }

    private static func write(_ page: String, to file: String) throws(Stop) {
        do throws(PlatformError) {
            try FileContent.write(Array(page.utf8), to: file)
        } catch {
            throw .failed(error.message)
        }
    }
}
