package import Ledger
import OwnPictures
import Platform

/// Which looks have an answer, and to which question: the ledger's looks in memory. The answers stay in the ledger, under the
/// keys found here.
package final class NearCache: Sendable {
    /// An answer for a near duplicate.
    package struct Match: Sendable, Hashable {
        /// Of the `CachedAnswer`.
        package let key: [UInt8]
        /// Bits that differ.
        package let distance: Int
    }

    private struct Shelf: Sendable {
        var index: LookIndex
        /// Numbers of the questions that were asked.
        var questions: [[UInt8]: UInt32] = [:]

        mutating func insert(_ look: AnswerLook) {
            guard let hash = SIMD4(littleEndian: look.hash), let key = SIMD4(littleEndian: look.key),
                let colors = ColorShares(bytes: look.colors)
            else { return }
            let subject = questions[look.question] ?? UInt32(questions.count)
            questions[look.question] = subject
            index.insert(LookIndex.Entry(hash: hash, colors: colors, key: key, subject: subject))
        }
    }

    private let shelf: Locked<Shelf>

    /// - Parameter looks: What the ledger has, oldest first.
    package init(_ looks: [AnswerLook] = [], capacity: Int = Retention.answerLooks) {
        var shelf = Shelf(index: LookIndex(capacity: capacity))
        for look in looks.suffix(capacity) { shelf.insert(look) }
        self.shelf = Locked(shelf)
    }

    /// Looks in it.
    package var count: Int { shelf.withLock { $0.index.count } }

    /// The nearest answer to the same question; nil when there is none within `limit` bits (0...31), or when the picture is too
    /// plain to tell.
    func nearest(to look: PictureLook, question: [UInt8], within limit: Int) -> Match? {
        guard look.isTelling else { return nil }
        return shelf.withLock { shelf in
            guard let subject = shelf.questions[question] else { return nil }
            return shelf.index.nearest(to: look.hash.words, colors: look.colors, subject: subject, within: limit)
                .map { Match(key: $0.entry.key.littleEndianBytes, distance: $0.distance) }
        }
    }

    /// From now on near duplicates find it.
    func insert(_ look: AnswerLook) { shelf.withLock { $0.insert(look) } }

    /// From now on nobody finds these.
    func remove(keys: [[UInt8]]) {
        let gone = Set(keys.compactMap { SIMD4(littleEndian: $0) })
        shelf.withLock { shelf in _ = shelf.index.removeAll { gone.contains($0.key) } }
    }
}

extension AnswerLook {
    /// Bits in which its hash differs from another; nil when it has none.
    func distance(to hash: SIMD4<UInt64>) -> Int? {
        SIMD4(littleEndian: self.hash).map { PerceptualHash.distance($0, hash) }
    }
}

extension SIMD4<UInt64> {
    /// Of 32 bytes, four words; nil for another number of them.
    package init?(littleEndian bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.init()
        for (index, byte) in bytes.enumerated() { self[index / 8] |= UInt64(byte) << UInt64(8 * (index % 8)) }
    }

    package var littleEndianBytes: [UInt8] {
        (0..<32).map { UInt8(truncatingIfNeeded: self[$0 / 8] >> UInt64(8 * ($0 % 8))) }
    }
}
