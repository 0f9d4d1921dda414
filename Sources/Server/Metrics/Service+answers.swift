import Ledger

extension Service {
    /// Quality of answers, drift of estimates, blocks, and circuits that keep calls out.
    func answers(_ sums: LedgerTotals.Sums, into text: inout Exposition) {
        let rows = AnswerQuality(Array(sums.answers.values)).rows
        text.family("torii_answers_total", .counter, "Attempts by model, schema and result.")
        for row in rows {
            for (result, count) in row.results.sorted(by: { $0.key < $1.key }) {
                text.sample("torii_answers_total", row.labels + [("result", result)], "\(count)")
            }
        }
        let counters: [(String, String, (AnswerQuality.Row) -> Int)] = [
            ("torii_answers_repaired_total", "Answers that had to be put right.", { $0.repaired }),
            ("torii_usage_mismatches_total", "Usages whose parts are not their total.", { $0.mismatched }),
            ("torii_bills_above_hold_total", "Bills above what was held for them.", { $0.aboveHold }),
            ("torii_estimated_input_tokens_total", "Input tokens expected of metered attempts.", { $0.estimatedInput }),
            ("torii_metered_input_tokens_total", "Input tokens billed for them.", { $0.input }),
            ("torii_estimated_image_tokens_total", "Of the expected, the pictures'.", { $0.estimatedImage }),
            ("torii_metered_image_tokens_total", "Of the billed, the pictures'.", { $0.image }),
        ]
        for (name, help, value) in counters {
            text.family(name, .counter, help)
            for row in rows { text.sample(name, row.labels, "\(value(row))") }
        }
        text.family("torii_safety_blocks_total", .counter, "Blocked prompts and answers by category.")
        for (block, count) in sums.blocks.sorted(by: { $0.key.order < $1.key.order }) {
            let labels = [
                ("profile", block.profile), ("stage", block.stage), ("reason", block.reason),
                ("category", block.category),
            ]
            text.sample("torii_safety_blocks_total", labels, "\(count)")
        }
        text.family("torii_upstream_circuit_open", .gauge, "1 while calls are kept from a model or the account.")
        for open in gateway.switchboard.open {
            text.sample(
                "torii_upstream_circuit_open",
                [("scope", open.model ?? "account"), ("cause", open.cause.rawValue)],
                "1"
            )
        }
    }
}

extension AnswerQuality.Row {
    fileprivate var labels: [(String, String)] {
        [("model", model), ("schema", schema), ("media_resolution", mediaResolution)]
    }
}

extension LedgerTotals.BlockSeries {
    fileprivate var order: String { "\(profile)\u{0}\(stage)\u{0}\(reason)\u{0}\(category)" }
}
