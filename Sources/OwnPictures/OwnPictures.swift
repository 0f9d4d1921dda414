package import Gate
import Platform

/// Our own pictures, known by their look and by their mark: the registry in a data folder, mapped and opened anew when it
/// changes, and the secret of the mark.
package final class OwnPictures: Sendable {
    /// How a picture was known.
    package enum Match: Sendable, Hashable {
        /// It carries the mark.
        case mark
        /// It looks like a registered picture, but for so many of 256 bits.
        case look(distance: Int)
    }

    /// What became of the registry.
    package enum Condition: Sendable, Hashable {
        /// Nothing was registered yet.
        case absent
        case open(pictures: Int)
        /// It cannot be used, and why. Pictures are then not compared, as if it were absent.
        case damaged(String)
    }

    private struct Opened: Sendable {
        let file: MappedFile
        let registry: RegistryFile
    }

    /// The file as it was last looked at; nil of a mark: there was none.
    private struct Seen: Sendable {
        let mark: FileMark?
        let opened: Opened?
    }

    /// Pictures are also looked at for this mark.
    package let key: PilotKey?
    private let path: String?
    private let seen = Locked<Seen?>(nil)
    private let report: @Sendable (Condition) -> Void

    /// - Parameters:
    ///   - data: The data folder, nil for none.
    ///   - report: Told of the registry at once, and again whenever the file has changed; on any thread.
    ///
    /// Blocking: opens the registry.
    package init(data: String?, key: PilotKey? = nil, report: @escaping @Sendable (Condition) -> Void = { _ in }) {
        path = data.map(Self.path(in:))
        self.key = key
        self.report = report
        _ = registry()
    }

    /// Where a data folder keeps its registry.
    package static func path(in data: String) -> String { "\(folder(in: data))/pictures.index" }

    static func folder(in data: String) -> String { "\(data)/own" }

    /// Time of a core that a look takes: the hash and the index, and the search for a mark.
    package var expectedWork: Duration {
        let isOpen = seen.withLock { $0?.opened != nil }
        return .milliseconds((isOpen ? 1 : 0) + (key == nil ? 0 : 2))
    }

    /// Whether anything could be found.
    package var canLook: Bool { key != nil || registry() != nil }

    /// The registered picture it is a copy of, mirrored or not; nil also when it is too plain to tell.
    ///
    /// Blocking: looks whether the file has changed.
    package func match(_ image: RGBImage) -> Match? {
        guard let opened = registry() else { return nil }
        let hash = PerceptualHash(image)
        guard hash.quality >= PerceptualHash.leastQuality else { return nil }
        return opened.file.withBytes { bytes in
            let registry = opened.registry
            for (words, isMirrored) in [(hash.words, false), (hash.mirrored, true)] {
                guard let found = registry.nearest(to: words, in: bytes) else { continue }
                if let sketch = registry.sketch(of: found.picture, in: bytes) {
                    let seen = ColorSketch(image)
                    let difference = sketch.difference(to: isMirrored ? seen.mirrored : seen)
                    guard difference < ColorSketch.likeness else { continue }
                }
                return .look(distance: found.distance)
            }
            return nil
        }
    }

    /// A file that is no registry is as good as none: users do not wait for an operator's mistake.
    private func registry() -> Opened? {
        guard let path else { return nil }
        let mark = FileMark(path: path)
        let (opened, news): (Opened?, Condition?) = seen.withLock { seen in
            if let known = seen, known.mark == mark, known.opened?.file.isHeld ?? true { return (known.opened, nil) }
            // Before it is opened anew: who waits to write into the old one may.
            seen = nil
            let (opened, condition): (Opened?, Condition) = mark == nil ? (nil, .absent) : Self.opened(path)
            seen = Seen(mark: mark, opened: opened)
            return (opened, condition)
        }
        if let news { report(news) }
        return opened
    }

    private static func opened(_ path: String) -> (Opened?, Condition) {
        let file: MappedFile
        do throws(PlatformError) {
            file = try MappedFile(path)
        } catch {
            return (nil, .damaged(error.message))
        }
        guard let registry = file.withBytes({ RegistryFile($0) }) else {
            return (nil, .damaged("`\(path)` is cut off, or no registry of this version: move it away, register again"))
        }
        return (Opened(file: file, registry: registry), .open(pictures: registry.count))
    }
}
