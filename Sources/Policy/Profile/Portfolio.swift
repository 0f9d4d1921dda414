/// Money across profiles, from `portfolio.json5`.
package struct Portfolio: Sendable, Hashable {
    /// Of all profiles together.
    package let caps: Caps
    /// Shares of a cap, 0...1, at which an alert is raised, once a window.
    package let alerts: [Double]
    /// IANA identifier; the portfolio's windows are computed in it.
    package let timeZone: String
    /// Where weeks begin.
    package let firstWeekday: Weekday
    /// Where events are posted, besides the feed; nil: nowhere.
    package let webhook: EventWebhook?

    package init(caps: Caps, alerts: [Double], timeZone: String, firstWeekday: Weekday, webhook: EventWebhook?) {
        self.caps = caps
        self.alerts = alerts
        self.timeZone = timeZone
        self.firstWeekday = firstWeekday
        self.webhook = webhook
    }
}
