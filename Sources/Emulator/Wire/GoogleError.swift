import Documents
import Platform

/// A refusal in Google's form: `{"error": google.rpc.Status}`. Words are our own; code, status and details are Google's.
struct GoogleError: Error, Sendable, Hashable {
    /// HTTP status.
    let code: Int
    /// `INVALID_ARGUMENT` and the like.
    let status: String
    let message: String
    var details: [JSON] = []

    var body: [UInt8] { json.encoded(pretty: true) }

    var json: JSON {
        var error: [JSON.Member] = [
            .init("code", .integer(Int64(code))), .init("message", .string(message)), .init("status", .string(status)),
        ]
        if !details.isEmpty { error.append(.init("details", .array(details))) }
        return .object([.init("error", .object(error))])
    }

    static func invalidArgument(_ message: String) -> GoogleError {
        GoogleError(code: 400, status: "INVALID_ARGUMENT", message: message)
    }

    /// What the strict reader refused, with one violation a member.
    static func violations(_ violations: [WireReader.Violation]) -> GoogleError {
        let list = violations.map { violation in
            var members: [JSON.Member] = []
            if !violation.field.isEmpty { members.append(.init("field", .string(violation.field))) }
            members.append(.init("description", .string(violation.description)))
            return JSON.object(members)
        }
        var error = invalidArgument(violations.map(\.description).joined(separator: "\n"))
        error.details = [typed("google.rpc.BadRequest", [.init("fieldViolations", .array(list))])]
        return error
    }

    static let missingKey = GoogleError(
        code: 403,
        status: "PERMISSION_DENIED",
        message: "Method doesn't allow callers without an identity: send an API key in the header x-goog-api-key."
    )

    static let invalidKey: GoogleError = {
        let message = "API key not valid. Please pass a valid API key."
        var error = invalidArgument(message)
        error.details = [
            errorInfo("API_KEY_INVALID", ["service": "generativelanguage.googleapis.com"]),
            typed("google.rpc.LocalizedMessage", [.init("locale", "en-US"), .init("message", .string(message))]),
        ]
        return error
    }()

    static let tokenForKey: GoogleError = {
        var error = GoogleError(
            code: 401,
            status: "UNAUTHENTICATED",
            message: "Request had invalid authentication credentials. Expected OAuth 2 access token or other valid "
                + "authentication credential."
        )
        error.details = [
            errorInfo("ACCESS_TOKEN_TYPE_UNSUPPORTED", ["service": "generativelanguage.googleapis.com"])
        ]
        return error
    }()

    static let internalError = GoogleError(
        code: 500,
        status: "INTERNAL",
        message: "An internal error has occurred. Please retry or report."
    )

    static let deadlineExceeded = GoogleError(
        code: 504,
        status: "DEADLINE_EXCEEDED",
        message: "Deadline expired before operation could complete."
    )

    static func unknownModel(_ model: String, version: String, method: String) -> GoogleError {
        GoogleError(
            code: 404,
            status: "NOT_FOUND",
            message: "models/\(model) is not found for API version \(version), or is not supported for \(method). "
                + "Call ListModels to see the models and their methods."
        )
    }

    static func retiredModel(_ model: String) -> GoogleError {
        GoogleError(
            code: 404,
            status: "NOT_FOUND",
            message: "This model models/\(model) is no longer available. Please update to a newer model."
        )
    }

    static let unknownRoute = GoogleError(code: 404, status: "NOT_FOUND", message: "Requested entity was not found.")

    static let journalFailed = GoogleError(
        code: 500,
        status: "INTERNAL",
        message: "The emulator's journal cannot be written."
    )

    /// Whether it is not there or not theirs, callers are not told.
    static func missingFile(_ name: String) -> GoogleError {
        GoogleError(
            code: 403,
            status: "PERMISSION_DENIED",
            message: "You do not have permission to access the File \(name) or it may not exist."
        )
    }

    static func errorInfo(_ reason: String, _ metadata: [String: JSON] = [:]) -> JSON {
        var members: [JSON.Member] = [.init("reason", .string(reason)), .init("domain", "googleapis.com")]
        if !metadata.isEmpty {
            let sorted = metadata.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value) }
            members.append(.init("metadata", .object(sorted)))
        }
        return typed("google.rpc.ErrorInfo", members)
    }

    static func typed(_ type: String, _ members: [JSON.Member]) -> JSON {
        .object([.init("@type", .string("type.googleapis.com/\(type)"))] + members)
    }
}

extension GoogleError {
    /// What never became a request, in Google's form.
    init(_ refusal: HTTPRefusal) {
        self.init(
            code: refusal.status,
            status: refusal.status >= 500 ? "UNIMPLEMENTED" : "INVALID_ARGUMENT",
            message: refusal.detail
        )
    }
}
