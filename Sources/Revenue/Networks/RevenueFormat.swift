/// Reports that can be imported.
package enum RevenueFormat: String, Sendable, CaseIterable {
    /// Ours, CSV or JSON: what `torii revenue export` writes.
    case canonical
    /// AdMob API v1, answer of `networkReport:generate` or `mediationReport:generate`.
    case admob
    /// AppLovin MAX, answer of `maxReport`, CSV or JSON.
    case max
    /// Unity LevelPlay (ironSource), answer of its reporting API.
    case levelplay
    /// Any CSV, by the columns that `mapping` names.
    case csv

    /// Its rows, one for each key. Throws what is wrong with it.
    package func rows(_ bytes: [UInt8], name: String, options: ImportOptions) throws(RevenueError) -> [RevenueRow] {
        let rows =
            switch self {
            case .canonical: try CanonicalFile.rows(bytes, name: name, options: options)
            case .admob: try AdMobReport.rows(bytes, name: name, options: options)
            case .max: try MaxReport.rows(bytes, name: name, options: options)
            case .levelplay: try LevelPlayReport.rows(bytes, name: name, options: options)
            case .csv: try MappedCSV.rows(bytes, name: name, options: options)
            }
        return try RevenueCoverage.merged(rows, mayAdd: self != .canonical, name: name)
    }
}
