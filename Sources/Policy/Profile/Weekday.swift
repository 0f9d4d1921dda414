/// Where weeks may begin.
package enum Weekday: String, Sendable, CaseIterable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    /// 1 Monday ... 7 Sunday.
    package var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }
}
