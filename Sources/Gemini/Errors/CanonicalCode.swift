/// The names of `google.rpc.Code` by HTTP status, as the API pairs them.
package enum CanonicalCode {
    package static func name(status: Int) -> String {
        switch status {
        case 401: "UNAUTHENTICATED"
        case 403: "PERMISSION_DENIED"
        case 404, 405: "NOT_FOUND"
        case 409: "ABORTED"
        case 402, 429: "RESOURCE_EXHAUSTED"
        case 499: "CANCELLED"
        case 503: "UNAVAILABLE"
        case 504: "DEADLINE_EXCEEDED"
        case 400..<500: "INVALID_ARGUMENT"
        default: "INTERNAL"
        }
    }
}
