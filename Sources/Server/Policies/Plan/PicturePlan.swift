import Backtest
package import Documents
import Economics
import Gate
import Imaging
import Platform
package import Policy

/// What two folders of documents make of pictures on disk.
package struct PicturePlan: Sendable {
    /// One profile's pictures.
    struct Part: Sendable {
        let name: String
        let replay: Replay
        /// Files that would be rejected instead of sent, or sent instead of rejected.
        let changed: [String]
    }

    let parts: [Part]
    let unreadable: [String]

    /// Every file with another fate, and which.
    package var changes: [(profile: String, file: String, fate: String)] {
        parts.flatMap { part in zip(part.changed, part.replay.fates).map { (part.name, $0, $1.text) } }
    }

    package var changesSomething: Bool { parts.contains { !$0.changed.isEmpty } }

    /// Decodes and measures every picture below a folder. Blocking: takes some ten milliseconds a picture. Throws
    /// `cannotRead`.
    ///
    package static func made(
        folder: String,
        today: PolicySet,
        proposed: PolicySet,
        only: String?,
        own: RegisteredPictures
    ) async throws -> PicturePlan {
        let files = try FolderContent.files(at: folder)
        var unreadable: Set<String> = []
        var parts: [Part] = []
        for (name, profile) in proposed.profiles.sorted(by: { $0.key < $1.key }) where only == nil || only == name {
            guard let live = today.profiles[name] else { continue }
            var replay = Replay(today: (live, .utc), proposed: (profile, .utc))
            for (number, file) in files.enumerated() {
                do {
                    let bytes = try FileContent.read(file)
                    let measured = try MeasuredPicture.measured(
                        from: bytes,
                        background: profile.gate.background,
                        own: own.looks
                    )
                    let isOwn = try await own.hasBytes(bytes)
                    replay.add(
                        RecordedUpload(
                            number: Int64(number),
                            at: .seconds(0),
                            isJudged: true,
                            basis: .scores,
                            scoreSpace: Measurement.scoreSpace,
                            evidence: measured.evidence(ownWatermark: isOwn),
                            auditPropensity: nil,
                            call: .none
                        )
                    )
                } catch is ImagingError {
                    unreadable.insert(file)
                }
            }
            parts.append(Part(name: name, replay: replay, changed: replay.changed.map { files[Int($0)] }))
        }
        return PicturePlan(parts: parts, unreadable: unreadable.sorted())
    }

    package func text(base: Int) -> String {
        var lines: [String] = []
        for part in parts {
            lines.append(
                "\(part.name)  r\(base) -> proposed    judged \(FigureText.count(part.replay.uploads)) pictures"
            )
            lines.append(
                "  " + "".padded(to: 22) + "today, r\(base)".padded(before: 15) + "proposed".padded(before: 15)
            )
            func row(_ label: String, _ before: Int, _ after: Int) {
                lines.append(
                    "  " + label.padded(to: 22) + FigureText.count(before).padded(before: 15)
                        + FigureText.count(after).padded(before: 15)
                )
            }
            row("sent", part.replay.today.sends, part.replay.proposed.sends)
            row("rejected", part.replay.today.rejected, part.replay.proposed.rejected)
            for reason in [Reason.tooBlurry, .lowSaliency, .ownWatermark] {
                row(
                    "  " + reason.rawValue,
                    part.replay.today.rejects[reason, default: 0],
                    part.replay.proposed.rejects[reason, default: 0]
                )
            }
            lines += part.changed.map { "  changes: \($0.printable)" }
        }
        lines += unreadable.map { "no picture: \($0.printable)" }
        lines.append("money needs recorded calls: leave --pictures out")
        return lines.joined(separator: "\n")
    }

    package func json(base: Int) -> JSON {
        func side(_ side: ReplaySide) -> JSON {
            [
                "sent": .integer(Int64(side.sends)),
                "rejects": .object(
                    side.rejects.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                        JSON.Member($0.key.rawValue, .integer(Int64($0.value)))
                    }
                ),
            ]
        }
        return [
            "schema": "torii.pictures/1",
            "base": .integer(Int64(base)),
            "profiles": .array(
                parts.map {
                    [
                        "profile": .string($0.name),
                        "pictures": .integer(Int64($0.replay.uploads)),
                        "today": side($0.replay.today),
                        "proposed": side($0.replay.proposed),
                        "changed": .array($0.changed.map { .string($0) }),
                    ]
                }
            ),
            "unreadable": .array(unreadable.map { .string($0) }),
        ]
    }
}
