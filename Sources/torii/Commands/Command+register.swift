import Documents
import Gate
import Imaging
import Ledger
import OwnPictures
import Platform
import SQLiteLedger

extension Command {
    static let watermarkRegister = Command(
        words: ["watermark", "register"],
        group: .gate,
        summary: "register pictures of your own, so that their re-uploads are never paid for",
        operands: "FILE|DIR…",
        options: [.data, .json],
        examples: [
            (
                "torii watermark register wallpapers/ --data data",
                "by their exact bytes, and by their look: recompressed, resized, brighter or mirrored, but not cropped"
            )
        ]
    ) { invocation throws(Stop) in
        let data = try invocation.required("data")
        var hashes: [[UInt8]] = []
        var looks: Looks
        do throws(PlatformError) {
            var files: [String] = []
            for path in invocation.operands { files += try FolderContent.files(at: path) }
            looks = Looks(data: files.isEmpty ? nil : data)
            for file in files {
                let bytes = try FileContent.read(file, orPipe: true)
                hashes.append(Crypto.sha256(bytes))
                looks.add(bytes, file: file)
            }
        } catch {
            throw .failed(error.message)
        }
        guard !hashes.isEmpty else { throw .usage("say which pictures: torii watermark register FILE|DIR…") }
        // First: exact bytes are known whatever becomes of the looks.
        let added = try await registered(hashes, folder: data, console: invocation.console)
        looks.write()
        for note in looks.notes { invocation.console.err(note) }
        invocation.console.out(
            invocation.has("json")
                ? looks.json(files: hashes.count, new: added).text() : looks.text(files: hashes.count, new: added)
        )
        return looks.isKept ? .done : .failed
    }

    /// What became of the pictures' looks.
    private struct Looks {
        private var book: OwnPictureBook?
        private var counts: [OwnPictureBook.Outcome: Int] = [:]
        private(set) var notes: [String] = []

        /// A registry that cannot be opened is noted, and nothing goes into it.
        init(data: String?) {
            do throws(PlatformError) {
                book = try data.map { data throws(PlatformError) in try OwnPictureBook(data: data) }
            } catch {
                giveUp(error)
            }
        }

        /// Whether looks can be registered, or were.
        var isKept: Bool { book != nil }

        mutating func add(_ bytes: [UInt8], file: String) {
            guard book != nil else { return }
            do throws(ImagingError) {
                let image = try ImageDecoder.image(from: bytes)
                guard let outcome = book?.add(image) else { return }
                counts[outcome, default: 0] += 1
                if outcome == .tooPlain {
                    notes.append("\(file): too plain to be known by its look; mark it: torii watermark embed")
                }
            } catch {
                notes.append("\(file): by its exact bytes alone: \(error.message)")
            }
        }

        mutating func write() {
            do throws(PlatformError) {
                try book?.write()
            } catch {
                giveUp(error)
            }
        }

        private mutating func giveUp(_ error: PlatformError) {
            book = nil
            counts = [:]
            notes.append("registered by exact bytes alone: \(error.message)")
        }

        private func count(_ outcome: OwnPictureBook.Outcome) -> Int64 { Int64(counts[outcome, default: 0]) }

        func json(files: Int, new: Int) -> JSON {
            [
                "files": .integer(Int64(files)), "new": .integer(Int64(new)),
                "looks": [
                    "added": .integer(count(.added)), "known": .integer(count(.known)),
                    "tooPlain": .integer(count(.tooPlain)),
                ],
            ]
        }

        func text(files: Int, new: Int) -> String {
            "\(files) files: \(new) new by exact bytes; \(count(.added)) new by look, \(count(.known)) known already, "
                + "\(count(.tooPlain)) too plain for it"
        }
    }

    private static func registered(_ hashes: [[UInt8]], folder: String, console: Console) async throws(Stop) -> Int {
        switch try await DataFolder.writing(folder, console: console, mayCreate: true) {
        case .store(let store):
            let added = try await stopping { () throws(LedgerError) in
                try await store.registerOwn(hashes: hashes, at: WallClock.system.now())
            }
            await store.close()
            return added
        case .server(let control):
            let list = JSON.array(hashes.map { .string(Encoding.hex($0)) })
            return Int(try await control.answer("watermark/register", ["hashes": list])["new"]?.integer ?? 0)
        }
    }
}
