import Gate
import Gemini
import Imaging
import Ledger
import Platform
import Policy

/// One picture ready to be sent with others.
struct BatchEntry: Sendable {
    var item: BatchRecord.Item
    let picture: ModelPicture
    /// A whole request, as it would be sent alone.
    let body: [UInt8]
}

extension BatchDesk {
    /// Why a file is in no job.
    struct Unfit: Error {
        let why: String
    }

    /// One picture of a new job; nil when it was answered without the cloud.
    func prepared(at path: String, snapshot: PolicySnapshot) async -> Result<BatchEntry?, Unfit> {
        do {
            let picture = Picture(path: path, bytes: try await read(path).get())
            return .success(try await gated(picture, snapshot: snapshot))
        } catch let error as PlatformError {
            return .failure(Unfit(why: error.message))
        } catch let error as ImagingError {
            return .failure(Unfit(why: error.message))
        } catch {
            return .failure(Unfit(why: "\(error)"))
        }
    }

    private func read(_ path: String) async -> Result<[UInt8], PlatformError> {
        await files.run { Result { () throws(PlatformError) in try FileContent.read(path) } }
    }

    /// Decodes and encodes for the model.
    ///
    /// - Parameter measured: The gate's picture, where it has looked.
    func prepared(
        _ picture: Picture,
        snapshot: PolicySnapshot,
        decisionID: String? = nil,
        measured: RGBImage? = nil
    ) async throws(ImagingError) -> BatchEntry {
        let profile = snapshot.profile
        let header = try ImageDecoder.header(of: picture.bytes)
        let encoded = try await onPool { () throws(ImagingError) in
            try ModelPicture.encoded(from: picture.bytes, measured: measured, profile: profile)
        }
        let call = call(snapshot)
        return BatchEntry(
            item: BatchRecord.Item(
                decisionID: decisionID ?? gateway.ids.next(),
                path: picture.path,
                sha256: Crypto.sha256(picture.bytes),
                bytes: picture.bytes.count,
                format: header.format.rawValue,
                width: header.width,
                height: header.height
            ),
            picture: encoded,
            body: GeminiClient.requestBody(
                jpeg: encoded.jpeg,
                snapshot: snapshot,
                capabilities: call.capabilities,
                form: call.form
            )
        )
    }

    /// On the pool; a full queue is another's doing, and a command has time to do it here.
    func onPool<Made: Sendable>(
        _ work: @escaping @Sendable () throws(ImagingError) -> Made
    ) async throws(ImagingError) -> Made {
        let done = await gateway.pool.run { Result { () throws(ImagingError) in try work() } }
        if let done { return try done.get() }
        return try work()
    }

    /// What is sent of a job's picture: a deferred one as it was laid down, any other encoded for the model.
    func entry(_ item: BatchRecord.Item, _ picture: Picture, snapshot: PolicySnapshot) async throws -> BatchEntry {
        if try await deferredDecision(of: item) != nil {
            return try deferredEntry(item, bytes: picture.bytes, snapshot: snapshot)
        }
        return try await prepared(picture, snapshot: snapshot, decisionID: item.decisionID)
    }

    func call(_ snapshot: PolicySnapshot) -> CloudCall { gateway.batchCall(snapshot) }

    /// The picture of a job, where a command found it or where it was laid down to wait; nil when it is gone or another one
    /// now, which is logged.
    func picture(of item: BatchRecord.Item) async throws(LedgerError) -> Picture? {
        let isDeferred = try await deferredDecision(of: item) != nil
        let cause: String
        do throws(PlatformError) {
            // Not by its path: that is as the folder was named when it was laid down.
            let bytes =
                if isDeferred, let shelf = gateway.deferral {
                    try await shelf.picture(item.decisionID)
                } else {
                    try await read(item.path).get()
                }
            if Crypto.sha256(bytes) == item.sha256 { return Picture(path: item.path, bytes: bytes) }
            cause = "its file holds another one"
        } catch {
            cause = error.message
        }
        gateway.log.warning(
            "picture gone before it was sent",
            [("decision", .text(item.decisionID)), ("cause", .text(cause))]
        )
        return nil
    }
}
