package import Gate
package import Platform

/// Registers pictures by their look, for `OwnPictures` to find.
package struct OwnPictureBook {
    /// What became of a picture.
    package enum Outcome: String, Sendable {
        case added
        /// A copy of one that is registered.
        case known
        /// So smooth that it looks like too many others: only a mark or its exact bytes tell it.
        case tooPlain
    }

    private let path: String
    private let lock: FolderLock
    private var entries: [RegistryWriter.Entry]
    private var isChanged = false

    /// Opens the registry of a data folder, made when it is not there, for this process alone.
    ///
    /// Throws `locked`, `cannotWrite`, or `cannotRead` when what is there is no registry.
    package init(data: String) throws(PlatformError) {
        let folder = OwnPictures.folder(in: data)
        try FolderContent.make(folder)
        lock = try FolderLock(folder: folder)
        path = OwnPictures.path(in: data)
        entries = []
        guard FolderContent.exists(path) else { return }
        let file = try MappedFile(path)
        let known: [RegistryWriter.Entry]? = file.withBytes { bytes in
            guard let registry = RegistryFile(bytes) else { return nil }
            return (0..<registry.count).compactMap { picture in
                registry.sketch(of: picture, in: bytes).map {
                    RegistryWriter.Entry(hash: registry.hash(of: picture, in: bytes), sketch: $0)
                }
            }
        }
        guard let known else {
            throw PlatformError(.cannotRead, "`\(path)` is no registry of this version: move it away")
        }
        entries = known
    }

    /// Pictures in it.
    package var count: Int { entries.count }

    /// Complexity: linear in the pictures.
    package mutating func add(_ image: RGBImage) -> Outcome {
        let hash = PerceptualHash(image)
        guard hash.quality >= PerceptualHash.leastQuality else { return .tooPlain }
        let sketch = ColorSketch(image)
        let isKnown = entries.contains { entry in
            PerceptualHash.distance(entry.hash, hash.words) <= PerceptualHash.reach
                && entry.sketch.difference(to: sketch) < ColorSketch.likeness
        }
        guard !isKnown else { return .known }
        entries.append(RegistryWriter.Entry(hash: hash.words, sketch: sketch))
        isChanged = true
        return .added
    }

    /// Puts what was added in force. Throws `cannotWrite`; then the registry is as it was.
    package func write() throws(PlatformError) {
        guard isChanged else { return }
        try FileContent.write(RegistryWriter.bytes(of: entries), to: path)
    }
}
