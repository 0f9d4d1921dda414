/// A verdict with its reasons, the deciding one first.
package struct Judgement: Sendable, Hashable {
    package let verdict: Verdict
    package let reasons: [Reason]

    package init(verdict: Verdict, reasons: [Reason]) {
        self.verdict = verdict
        self.reasons = reasons
    }
}
