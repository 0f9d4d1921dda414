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

    private struct Opened: Sendable {
        let mark: FileMark
        let file: MappedFile
        let registry: RegistryFile
    }

    /// Pictures are also looked at for this mark.
    package let key: PilotKey?
    private let path: String?
    private let opened = Locked<Opened?>(nil)

    /// `data`: the data folder, nil for none.
    package init(data: String?, key: PilotKey? = nil) {
        path = data.map(Self.path(in:))
        self.key = key
    }

    /// Where a data folder keeps its registry.
    package static func path(in data: String) -> String { "\(folder(in: data))/pictures.index" }

    static func folder(in data: String) -> String { "\(data)/own" }

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
        guard let path, let mark = FileMark(path: path) else { return nil }
        return opened.withLock { opened in
            if let known = opened, known.mark == mark { return known }
            opened = nil
            guard let file = try? MappedFile(path) else { return nil }
            guard let registry = file.withBytes({ RegistryFile($0) }) else { return nil }
            opened = Opened(mark: mark, file: file, registry: registry)
            return opened
        }
    }
}
