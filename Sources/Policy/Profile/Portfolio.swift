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
    /// Where alerts of all caps are posted, besides the log and the dashboard; nil: nowhere.
    package let alertWebhook: String?

    package init(caps: Caps, alerts: [Double], timeZone: String, firstWeekday: Weekday, alertWebhook: String?) {
        self.caps = caps
        self.alerts = alerts
        self.timeZone = timeZone
        self.firstWeekday = firstWeekday
        self.alertWebhook = alertWebhook
    }
}
