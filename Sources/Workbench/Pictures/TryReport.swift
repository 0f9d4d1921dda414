package import Documents
package import Economics
import Gate
package import Policy

/// What the gate would do with a folder of pictures, and what that comes to in a month.
package struct TryReport: Sendable {
    package let profile: String
    package let folder: ScoredFolder
    package let estimate: SendEstimate
    package let uploads: Int
    package let sent: Int
    package let judged: Int
    /// Of a month: everything sent, and what the gate lets through with the profile's audits.
    package let everything: UnitEconomics
    package let gated: UnitEconomics

    package init(
        _ folder: ScoredFolder,
        profile: Profile,
        estimate: SendEstimate,
        uploads: Int
    ) throws(WorkbenchError) {
        self.folder = folder
        self.profile = profile.name
        self.estimate = estimate
        self.uploads = uploads
        judged = folder.judged.count
        sent = folder.judged.count { $0.seen.fate.verdict == .send }
        guard judged > 0 else {
            throw WorkbenchError(
                .unreadable,
                "not one of the \(folder.lines.count) files is a picture that can be read"
            )
        }
        // Audits are drawn by chance: their expected number, to a millionth of a picture.
        let whole = 1_000_000
        let audits = Int((Double((judged - sent) * whole) * profile.falseRejects.auditShare).rounded())
        let sends = sent * whole + audits
        do throws(EconomicsError) {
            let revenue = try UploadRevenue(
                ecpm: profile.revenue.ecpm,
                impressionsPerUploadMicros: profile.revenue.impressionsPerUploadMicros
            ).earned(byUploads: uploads)
            let all = try estimate.cost.times(uploads)
            everything = try UnitEconomics(uploads: uploads, sent: uploads, revenue: revenue, cost: all)
            gated = try UnitEconomics(
                uploads: uploads,
                sent: Int((Double(uploads) * Double(sends) / Double(judged * whole)).rounded()),
                revenue: revenue,
                cost: try all.scaled(by: sends, over: judged * whole)
            )
        } catch {
            throw WorkbenchError(.unpriced, error.message)
        }
    }

    package var sendRate: Double { Double(sent) / Double(judged) }

    /// Rejections by their deciding reason, the most frequent first.
    package var reasons: [(reason: Reason, count: Int)] {
        var counts: [Reason: Int] = [:]
        for (_, seen) in folder.judged where seen.fate.verdict == .reject {
            if let first = seen.fate.reasons.first { counts[first, default: 0] += 1 }
        }
        return counts.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
            .map { ($0.key, $0.value) }
    }

    package var json: JSON {
        [
            "profile": .string(profile), "pictures": .integer(Int64(judged)),
            "unreadable": .integer(Int64(folder.unreadable)), "sent": .integer(Int64(sent)),
            "sendRate": .double(sendRate),
            "rejected": .object(reasons.map { JSON.Member($0.reason.rawValue, .integer(Int64($0.count))) }),
            "uploadsPerMonth": .integer(Int64(uploads)),
            "estimate": [
                "model": .string(estimate.model), "promptTokens": .integer(Int64(estimate.usage.prompt)),
                "outputTokens": .integer(Int64(estimate.usage.candidates)),
                "costPerSendNanoUSD": .integer(estimate.cost.nanoUSD),
            ],
            "everythingSent": Self.json(everything), "gated": Self.json(gated),
        ]
    }

    private static func json(_ month: UnitEconomics) -> JSON {
        [
            "sent": .integer(Int64(month.sent)), "costNanoUSD": .integer(month.cost.nanoUSD),
            "revenueNanoUSD": .integer(month.revenue.nanoUSD), "marginNanoUSD": .integer(month.margin.nanoUSD),
        ]
    }

    package var text: String {
        var lines = ["\(judged) pictures, judged as `\(profile)`: \(sent) sent, \(judged - sent) rejected"]
        for (file, why) in folder.refusals { lines.append("  not read: \(file): \(why)") }
        lines.append("send rate       \((100 * sendRate).fixed(1)) %")
        for (reason, count) in reasons { lines.append("  \(reason.rawValue.padded(to: 14))\(count)") }
        lines += [
            "",
            "a month of \(uploads) uploads, ESTIMATED at \(estimate.cost) a send"
                + " (\(estimate.model), \(estimate.usage.prompt) + \(estimate.usage.candidates) tokens)",
            "".padded(to: 18) + "everything sent".padded(to: 20) + "with the gate and its audits",
            row("sends", "\(everything.sent)", "\(gated.sent)"),
            row("spend", everything.cost.formatted(), gated.cost.formatted()),
            row("ad revenue", everything.revenue.formatted(), gated.revenue.formatted()),
            row("margin", everything.margin.formatted(), gated.margin.formatted()),
        ]
        return lines.joined(separator: "\n")
    }

    private func row(_ name: String, _ first: String, _ second: String) -> String {
        ("  " + name).padded(to: 18) + first.padded(to: 20) + second
    }
}
