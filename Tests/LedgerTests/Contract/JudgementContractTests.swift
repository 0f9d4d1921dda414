import Economics
import Ledger
import Policy
import Testing

/// Operators' words on audits.
@Suite(.timeLimit(.minutes(2))) struct JudgementContractTests {
    private static func judgement(
        _ id: String,
        _ edition: Int,
        _ finding: AuditJudgement.Finding = .rightReject,
        by: String = "anna"
    ) -> AuditJudgement {
        AuditJudgement(
            decisionID: id,
            edition: edition,
            finding: finding,
            by: by,
            from: "cli",
            reason: "a thumb, edition \(edition)",
            at: Samples.noon.advanced(bySeconds: Int64(edition))
        )
    }

    private static func word(_ id: String, _ judgement: Feedback.Judgement) -> Feedback {
        Feedback(
            decisionID: id,
            judgement: judgement,
            category: nil,
            at: Samples.noon,
            profile: "android",
            hour: Samples.hour,
            route: .classify,
            scoreSpace: "torii/1",
            outcome: .sent
        )
    }

    @Test(arguments: StoreKind.allCases)
    func keepsEveryEditionAndRefusesOneOutOfTurn(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let first = Self.judgement("a", 1)
            let second = Self.judgement("a", 2, .withdrawn, by: "ben")
            #expect(try await store.append(first) == SecondWords())
            #expect(try await store.append(second) == SecondWords(reviewer: first))
            for edition in [1, 2, 4] {
                let expected = LedgerError(
                    .stale,
                    "edition \(edition) does not follow edition 2: somebody else has judged it meanwhile"
                )
                await #expect(throws: expected) { try await store.append(Self.judgement("a", edition)) }
            }
            #expect(try await store.auditJudgements(decisionID: "a") == [first, second])
            #expect(try await store.auditJudgements(decisionID: "b") == [])
            // Users' words and operators' come back together, whichever came last.
            let user = Self.word("a", .wrong)
            #expect(try await store.put(user) == SecondWords(reviewer: second))
            #expect(try await store.append(Self.judgement("a", 3)) == SecondWords(user: user, reviewer: second))
        }
    }

    @Test(
        arguments: [
            (nil, nil, true, true), (.right, nil, true, false), (.wrong, nil, false, false),
            (nil, .falseReject, true, false), (nil, .rightReject, false, false), (nil, .withdrawn, true, true),
            (.wrong, .falseReject, true, false), (.right, .rightReject, false, false),
            (.wrong, .withdrawn, false, false),
        ] as [(Feedback.Judgement?, AuditJudgement.Finding?, Bool, Bool)]
    )
    func anOperatorsWordCountsBeforeAUsers(
        user: Feedback.Judgement?,
        finding: AuditJudgement.Finding?,
        isRight: Bool,
        isWaiting: Bool
    ) {
        let words = SecondWords(
            user: user.map { Self.word("a", $0) },
            reviewer: finding.map { Self.judgement("a", 1, $0) }
        )
        #expect(words.isRight == isRight)
        #expect(words.isWaiting == isWaiting)
    }

    @Test(arguments: StoreKind.allCases)
    func listsAuditsThatWereAnsweredWithSomethingOfUse(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            var plain = Samples.decision("plain", category: "nature")
            plain.auditPropensity = nil
            var local = Samples.decision("local", category: "nature")
            local.outcome = .local
            for decision in [
                Samples.decision("early", at: Samples.noon.advanced(bySeconds: -1), category: "nature"), plain, local,
                Samples.decision("other", category: "other"), Samples.decision("none"),
                Samples.decision("a", category: "nature"),
                Samples.decision("b", profile: "ios", at: Samples.noon.advanced(bySeconds: 1), category: "food"),
                Samples.decision("c", at: Samples.noon.advanced(bySeconds: 2), category: "anime"),
                Samples.decision("d", at: Samples.noon.advanced(bySeconds: 3), category: "space"),
            ] { try await store.record(decision) }
            _ = try await store.append(Self.judgement("c", 1))
            _ = try await store.put(Self.word("d", .right))
            func ids(_ profile: String?, isWaiting: Bool, limit: Int = 9) async throws -> [String] {
                try await store.audits(
                    AuditQuery(profile: profile, from: Samples.noon, isWaiting: isWaiting, limit: limit)
                ).map(\.decision.id)
            }
            #expect(try await ids(nil, isWaiting: false) == ["d", "c", "b", "a"])
            #expect(try await ids("android", isWaiting: false, limit: 2) == ["d", "c"])
            #expect(try await ids(nil, isWaiting: true) == ["b", "a"])
            #expect(try await store.waitingAudits(since: Samples.noon) == ["android": 1, "ios": 1])
            _ = try await store.append(Self.judgement("c", 2, .withdrawn))
            #expect(try await ids("android", isWaiting: true) == ["c", "a"])
            #expect(try await store.waitingAudits(since: Samples.noon) == ["android": 2, "ios": 1])
        }
    }

    /// What certificates and plans take for a right answer.
    @Test(arguments: StoreKind.allCases)
    func isTheLastJudgementOfReplays(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            for id in ["a", "b", "c", "d"] {
                try await store.record(Samples.decision(id, cost: 0, category: "nature"))
            }
            _ = try await store.append(Self.judgement("b", 1))
            _ = try await store.put(Self.word("c", .wrong))
            _ = try await store.append(Self.judgement("c", 1, .falseReject))
            _ = try await store.put(Self.word("d", .wrong))
            _ = try await store.append(Self.judgement("d", 1, .falseReject))
            _ = try await store.append(Self.judgement("d", 2, .withdrawn))
            let query = UploadQuery(
                profile: "android",
                from: Samples.noon,
                to: Samples.noon.advanced(bySeconds: 1)
            )
            #expect(try await store.recordedUploads(query).map(\.isUseful) == [true, false, true, false])
        }
    }
}
