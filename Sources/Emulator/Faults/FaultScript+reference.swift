extension FaultScript {
    /// The form of a script, for the command's help.
    static let reference = """
        A script (JSON5; unknown keys are errors) says what goes wrong:

          {
            seed: 7,                                   // of the draws; --seed when left out
            rules: [                                   // the first that matches a call decides
              { match: { first: 2 },                   action: { status: 503 } },
              { match: { every: 50, run: 10 },         action: { status: 503 } },     // bursts
              { match: { after: "10s", before: "40s" }, action: { status: 429, quota: "day" } },
              { match: { attempt: 1, probability: 0.3 }, action: { delay: "300ms", cut: "midAnswer" } },
              { match: { imageSha256: "9f86d081" },    action: { block: "PROHIBITED_CONTENT" } },
              { match: { model: "gemini-3.8-flash" },  action: { refuses: ["maxItems"] } },
            ],
            quotas: { requestsPerMinute: 15, tokensPerMinute: 250000, requestsPerDay: 500,
                      spendPerTenMinutes: "10 USD" },   // kept for each model, spend over all
            countTokens: { factor: 0.2, hideDetails: true },             // disagrees with the bill
            batches: { polls: 3, end: "expired", failing: [2] },         // done at the third look
          }

        match, all of it:   nth, attempt (a number or a list; attempt counts one picture's calls), first, every, run,
                            after, before (since the start), imageSha256 (its beginning), model, probability
        action, one answer: status 400 401 402 403 404 429 500 502 503 504
                              with quota (minute, day, spend, bare) and retryDelay for 429,
                              and afterPieces: N to break off a stream after N pieces
                            cut: beforeAnswer, midAnswer
                            malformed: fences, trailing, truncated, outOfSet, split, loop, digits
                            block: a block reason           finish: a finish reason, without text
                            safety: { category: "HARM_CATEGORY_…", probability: "HIGH" }, judged by the settings sent
                            thinkEatsBudget: true           empty: noParts, noText
        and beside it:      delay, hold ("release" or a number of calls), pace (between pieces of a stream),
                            holdAfter: N (a stream waits for the release after N pieces),
                            modelVersion, hideUsage: true, usage (bareDetails, wrongTotal),
                            refuses (members of generationConfig that are answered 400)
        batches.end:        succeeded, failed, expired, stuck

        One call: the request header `Torii-Fault: {status: 503}` comes before the script.
        GET /emulator/log lists the calls, POST /emulator/release ends holds.
        """
}
