package import Documents

extension ParityReport {
    /// For people.
    package var text: String {
        var lines = ["Torii parity: \(query.from) .. \(query.lastDay)   made \(madeAt.iso8601)"]
        if isCut {
            lines.append("the newest \(FigureText.count(Self.mostPictures)) pictures of a profile; there were more")
        }
        if spaces.isEmpty { lines.append("no picture came with scores of its device") }
        for space in spaces { lines += [""] + space.lines }
        return lines.joined(separator: "\n")
    }

    /// One document; shares are 0...1.
    package var json: JSON {
        [
            "schema": "torii.parity/1",
            "from": .string(query.from.description),
            "to": .string(query.lastDay.description),
            "madeAt": .string(madeAt.iso8601),
            "cut": .bool(isCut),
            "spaces": .array(spaces.map(\.json)),
        ]
    }
}

extension ParityReport.Space {
    fileprivate var lines: [String] {
        let others = simulated > 0 ? ", \(FigureText.count(simulated)) of simulators left out" : ""
        var lines = [
            "\(profile.visible), \(name.visible): \(FigureText.count(pictures)) scored on the device, "
                + "\(FigureText.count(measured)) here too\(others)",
            "  verdicts       \(agreement.text)",
            "  device rejects \(FigureText.count(rejectsAsked)) of them asked about all the same; "
                + "\(FigureText.count(rejectsUseful)) of the answers were of use",
        ]
        lines += scores.map(\.line)
        if claimsApart > 0 {
            lines.append(
                "  decisions      \(FigureText.count(claimsApart)) of the app's own are not what its scores come to here"
            )
        }
        lines += versions.map { version in
            let name = version.name.isEmpty ? "app not named" : "app \(version.name.visible)"
            return "  \(name.padded(to: 14)) \(FigureText.count(version.pictures)) pictures, "
                + "\(FigureText.share(version.agreement.share)) the same verdict"
        }
        if !notes.isEmpty {
            lines.append(
                "  notes          " + notes.map { "\($0.word) \(FigureText.count($0.count))" }.joined(separator: ", ")
            )
        }
        return lines
    }

    fileprivate var json: JSON {
        [
            "profile": .string(profile),
            "scoreSpace": .string(name),
            "pictures": .integer(Int64(pictures)),
            "simulated": .integer(Int64(simulated)),
            "measuredHere": .integer(Int64(measured)),
            "agreement": agreement.json,
            "deviceRejects": [
                "asked": .integer(Int64(rejectsAsked)), "useful": .integer(Int64(rejectsUseful)),
            ],
            "claimsApart": .integer(Int64(claimsApart)),
            "scores": .array(scores.map(\.json)),
            "versions": .array(
                versions.map { version in
                    [
                        "version": .string(version.name), "pictures": .integer(Int64(version.pictures)),
                        "agreement": version.agreement.json,
                    ]
                }
            ),
            "notes": .object(notes.map { .init($0.word, .integer(Int64($0.count))) }),
        ]
    }
}

extension ParityReport.Agreement {
    fileprivate var text: String {
        guard judged > 0 else { return "none that both sides judged" }
        return "\(FigureText.share(share)) of \(FigureText.count(judged)) the same: both send "
            + "\(FigureText.count(bothSend)), both reject \(FigureText.count(bothReject)); the device alone rejects "
            + "\(FigureText.count(deviceAlone)), the server alone \(FigureText.count(serverAlone))"
    }

    fileprivate var json: JSON {
        [
            "bothSend": .integer(Int64(bothSend)), "bothReject": .integer(Int64(bothReject)),
            "deviceAlone": .integer(Int64(deviceAlone)), "serverAlone": .integer(Int64(serverAlone)),
            "share": .double(optional: share),
        ]
    }
}

extension ParityReport.ScorePair {
    fileprivate var line: String {
        let ranks = correlation.map { "rank correlation \(FigureText.fixed($0, 2))" } ?? "no ranks to compare"
        let shares =
            threshold.map {
                "; at \(FigureText.fixed($0, 4)) the device rejects \(FigureText.share(deviceShare)), "
                    + "the server \(FigureText.share(serverShare))"
            } ?? ""
        let same = matching.map { "; alike at \(FigureText.fixed($0, 4))" } ?? ""
        return "  \(name.padded(to: 14)) \(FigureText.count(count)) pairs, \(ranks)\(shares)\(same)"
    }

    fileprivate var json: JSON {
        [
            "score": .string(name),
            "pairs": .integer(Int64(count)),
            "rankCorrelation": .double(optional: correlation),
            "threshold": .double(optional: threshold),
            "deviceShare": .double(optional: deviceShare),
            "serverShare": .double(optional: serverShare),
            "matchingThreshold": .double(optional: matching),
        ]
    }
}
