import Foundation
import Server

/// Who is told of the journeys of uploads.
enum TraceSettings {
    /// The standard variable for what a collector wants with each post, such as its key: `name=value,name=value`.
    static let headersVariable = "OTEL_EXPORTER_OTLP_HEADERS"

    /// What the command line and the environment say; nil without a collector.
    static func target(_ invocation: Invocation) throws(Stop) -> TraceTarget? {
        let share = try share(invocation.value("otlp-share") ?? "1")
        guard let endpoint = invocation.value("otlp-endpoint") else { return nil }
        let text = ProcessInfo.processInfo.environment[headersVariable] ?? ""
        guard let target = TraceTarget(endpoint: endpoint, headers: try headers(text), share: share) else {
            let isLogin = endpoint.contains("@")
            throw .usage(
                "--otlp-endpoint must be a URL such as http://127.0.0.1:4318, "
                    + (isLogin ? "without a login: \(headersVariable) carries it" : "found `\(endpoint)`")
            )
        }
        return target
    }

    private static func share(_ text: String) throws(Stop) -> Double {
        let number = text.hasSuffix("%") ? Double(text.dropLast()).map { $0 / 100 } : Double(text)
        guard let number, (0...1).contains(number) else {
            throw .usage("--otlp-share must be 0...1, such as 0.1 or 10%, found `\(text)`")
        }
        return number
    }

    /// Values are percent-encoded, as that variable has them.
    private static func headers(_ text: String) throws(Stop) -> [(name: String, value: String)] {
        var headers: [(name: String, value: String)] = []
        for part in text.split(separator: ",") {
            let parts = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            let isName = parts.first?.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: "_")
            }
            guard parts.count == 2, isName == true, !parts[0].isEmpty, let value = parts[1].removingPercentEncoding,
                value.unicodeScalars.allSatisfy({ $0.isASCII && $0.value >= 0x20 && $0.value != 0x7f })
            else { throw .usage("\(headersVariable) must be name=value,name=value with percent-encoded values") }
            headers.append((name: parts[0], value: value))
        }
        return headers
    }
}
