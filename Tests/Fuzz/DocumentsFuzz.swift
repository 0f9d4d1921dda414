import Documents

/// The readers of both dialects, what they say of mistakes, and what is written again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDocuments(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
    let strict = DocumentReader.read(bytes, file: "fuzz", dialect: .json)
    let loose = DocumentReader.read(bytes, file: "fuzz", dialect: .json5)
    // What is valid JSON is valid JSON5, and survives being written.
    if let root = strict.root {
        precondition(loose.root != nil, "JSON that is not JSON5")
        let written = JSON(root).encoded()
        let again = DocumentReader.read(written, file: "fuzz", dialect: .json)
        precondition(again.root.map { JSON($0).encoded() } == written, "writing changes what was read")
    }
    let source = SourceText(bytes)
    for diagnostic in strict.diagnostics + loose.diagnostics {
        precondition(!diagnostic.rendered(source: source).isEmpty)
    }
    return 0
}
