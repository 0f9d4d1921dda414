import Documents
import Platform

extension EmulatedService {
    static func json(_ value: JSON, cutAfter: Int? = nil) -> HTTPResponse {
        json(value.encoded(pretty: true), cutAfter: cutAfter)
    }

    static func json(_ body: [UInt8], cutAfter: Int? = nil) -> HTTPResponse {
        response(status: 200, type: "application/json; charset=UTF-8", body: body, cutAfter: cutAfter)
    }

    static func response(_ error: GoogleError) -> HTTPResponse {
        response(status: error.code, type: "application/json; charset=UTF-8", body: error.body)
    }

    /// A scripted failure. 502 comes from a proxy, which answers in HTML.
    static func response(_ failure: Failure, _ error: GoogleError) -> HTTPResponse {
        guard failure.status == 502 else { return response(error) }
        let page =
            "<!DOCTYPE html><html><title>Error 502 (Server Error)</title><p>Please try again in 30 seconds.</html>"
        return response(status: 502, type: "text/html; charset=UTF-8", body: Array(page.utf8))
    }

    private static func response(status: Int, type: String, body: [UInt8], cutAfter: Int? = nil) -> HTTPResponse {
        var response = HTTPResponse(
            status: status,
            headers: [(name: "Content-Type", value: type), mark],
            body: .bytes(body)
        )
        response.cutAfter = cutAfter
        return response
    }
}
