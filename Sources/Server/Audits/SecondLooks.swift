import Ledger
import Platform
import Policy

/// Has another model judge audits whose answer is of use, when the client has its own: a second judgement, as an operator's
/// or a user's is, kept as an edition. Its call is held, settled and capped as every other, and one more attempt of the decision.
///
/// It says that the reject was wrong where it names the same category, and that it was right where it sees nothing of use.
/// Where the two models see different things, or the call came to nothing, the audit waits for people.
final class SecondLooks: Sendable {
    /// Under way at once; an audit beyond them waits for people.
    private static let most = 32

    private struct State: Sendable {
        var running: [String: Task<Void, Never>] = [:]
        var hasEnded = false
    }

    private let cloud: CloudClassifier
    private let desk: AuditDesk
    private let log: Log
    private let state = Locked(State())

    init(cloud: CloudClassifier, desk: AuditDesk, log: Log) {
        self.cloud = cloud
        self.desk = desk
        self.log = log
    }

    /// Begins, where the decision asks for one; nobody waits for it.
    func begin(on record: DecisionRecord, _ draft: DecisionDraft) {
        // Of what a stand-in said no dial has heard, and the stand-in may be the one that would judge it.
        guard record.isAnsweredAudit, draft.cloudClassification != nil, let picture = draft.picture,
            let model = draft.upload.snapshot.profile.falseRejects.secondModel
        else { return }
        let original = PictureSize(
            width: draft.header?.width ?? picture.width,
            height: draft.header?.height ?? picture.height
        )
        let upload = draft.upload.again(at: .now)
        let isBegun = state.withLock { state in
            guard !state.hasEnded, state.running.count < Self.most else { return false }
            state.running[record.id] = Task {
                await self.look(at: record, picture, original: original, upload, model)
            }
            return true
        }
        if !isBegun { leave(record, model, "too many are under way") }
    }

    /// Begins no more, and waits for those under way, at most until `deadline`: their bills are to be booked.
    func finish(by deadline: ContinuousClock.Instant) async {
        let tasks = state.withLock { state in
            state.hasEnded = true
            return state.running.values.map { $0 }
        }
        let all = Task { for task in tasks { await task.value } }
        _ = await value(of: all, by: deadline)
    }

    private func look(
        at record: DecisionRecord,
        _ picture: ModelPicture,
        original: PictureSize,
        _ upload: Upload,
        _ model: String
    ) async {
        defer { state.withLock { $0.running[record.id] = nil } }
        do {
            let result = await cloud.result(
                for: picture,
                original: original,
                of: upload,
                decisionID: record.id,
                asking: .second(model),
                after: try await desk.store.attempts(decisionID: record.id).next - 1
            )
            guard let category = result.classification?.primaryCategory else {
                return leave(record, model, result.detail ?? result.failure?.rawValue ?? "no answer")
            }
            guard let finding = Self.finding(first: record.category, second: category) else {
                return leave(
                    record,
                    model,
                    "it sees `\(category.printable)`, not `\((record.category ?? "").printable)`"
                )
            }
            _ = try await desk.judge(
                AuditDesk.Word(
                    decisionID: record.id,
                    finding: finding,
                    edition: 0,
                    by: result.model ?? model,
                    from: AuditJudgement.model,
                    reason: finding == .falseReject
                        ? "it names \(category.printable) too" : "it sees nothing of use: \(category.printable)"
                )
            )
        } catch let problem as Problem where problem.code == .conflict {
            return  // Somebody has judged it meanwhile.
        } catch {
            leave(record, model, "\(error)")
        }
    }

    /// Nil: not to be told from what the two models say.
    static func finding(first: String?, second: String) -> AuditJudgement.Finding? {
        guard second.isUsefulCategory else { return .rightReject }
        return second == first ? .falseReject : nil
    }

    private func leave(_ record: DecisionRecord, _ model: String, _ why: String) {
        log.info(
            "audit left to people",
            [("decision", .text(record.id)), ("model", .text(model)), ("cause", .text(why))]
        )
    }
}
