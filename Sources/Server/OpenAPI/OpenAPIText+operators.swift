extension OpenAPIText {
    /// Reports, dashboards, revenue, the server itself.
    static let operators = #"""
        {
          "/v1/revenue": { post: {
            operationId: "revenue", tags: ["money"], scope: "client",
            summary: "Ad revenue: impressions of a client, or rows of a network's report",
            description: "Sent again, nothing changes. `rows` take a key of scope admin.",
            requestBody: { required: true, content: { "application/json": { example: "revenueEvents", schema: {
              anyOf: [
                { $ref: "RevenueEvent" },
                { type: "object", required: ["events"], properties: {
                  events: { type: "array", items: { $ref: "RevenueEvent" } } } },
                { type: "object", required: ["rows"], properties: {
                  rows: { type: "array", items: { $ref: "RevenueRow" } } } },
              ] } } } },
            answers: { "200": { schema: { anyOf: [{ $ref: "RevenueTaken" }, { $ref: "RevenueImported" }] },
              example: "revenue" } },
            problems: { "400": ["invalid_json", "invalid_revenue"], "409": ["revenue_covered"],
              "503": ["ledger_unavailable"] },
          } },
          "/v1/audits": { get: {
            operationId: "audits", tags: ["operations"], scope: "admin",
            summary: "Rejects that were sent all the same and answered, and wait for a second judgement",
            parameters: ["profileFilter",
              { name: "all", in: "query", schema: { type: "string" }, description: "There: the judged ones too." },
              { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 500 } }],
            answers: { "200": { schema: "Audits" } },
            problems: { "400": ["invalid_field"], "404": ["unknown_profile"], "503": ["ledger_unavailable"] },
          } },
          "/v1/audits/{id}": { post: {
            operationId: "judgeAudit", tags: ["operations"], scope: "admin",
            summary: "An operator's judgement of an audit: an edition", parameters: ["decisionId"],
            requestBody: { required: true, content: { "application/json": { schema: {
              type: "object", required: ["finding", "reason"], properties: {
                finding: { $enum: "Finding" }, reason: { $ref: "WrittenReason" },
                edition: { type: "integer", minimum: 0 } } } } } },
            answers: { "200": { schema: "AuditJudgement" } },
            problems: { "400": ["invalid_json", "invalid_field", "missing_field"], "404": ["not_found"],
              "409": ["not_an_audit", "conflict"], "503": ["ledger_unavailable"] },
          } },
          "/audits": {
            get: {
              operationId: "auditPage", tags: ["operations"], scope: "admin",
              summary: "The same as a page: any name, an admin key as password (Basic)",
              parameters: ["profileFilter",
                { name: "judged", in: "query", schema: { type: "string" }, description: "What may be taken back." }],
              answers: { "200": { more: ["text/html"] } },
              problems: { "404": ["unknown_profile"], "503": ["ledger_unavailable"] },
            },
            post: {
              operationId: "judgeOnPage", tags: ["operations"], scope: "admin",
              summary: "A form of that page; tied to it by a token",
              requestBody: { required: true, content: { "application/x-www-form-urlencoded": { schema: {
                type: "object", required: ["decision", "edition", "token", "finding"], properties: {
                  decision: { type: "string" }, edition: { type: "integer" }, token: { type: "string" },
                  finding: { $enum: "Finding" }, reason: { type: "string", maxLength: 1000 }, profile: { type: "string" } } } } } },
              answers: { "303": { description: "Judged; the page again." } },
              problems: { "400": ["invalid_field"], "404": ["not_found"], "409": ["not_an_audit", "conflict"],
                "503": ["ledger_unavailable"] },
            },
          },
          "/v1/reports/economics": { get: {
            operationId: "economics", tags: ["money"], scope: "read",
            summary: "Cost against revenue",
            parameters: ["from", "to", "by", "profileFilter", "against", "width", "exact",
              { name: "format", in: "query", schema: { $enum: "ReportFormat" } }],
            answers: { "200": { schema: "Economics", text: true, more: ["text/csv", "text/html"] } },
            problems: { "400": ["invalid_field"], "404": ["unknown_profile"], "503": ["ledger_unavailable"] },
          } },
          "/v1/reports/parity": { get: {
            operationId: "parity", tags: ["devices"], scope: "read",
            summary: "Devices' scores beside ours, on pictures that both scored",
            parameters: ["from", "to", "profileFilter", "formatOfText"],
            answers: { "200": { schema: "Parity", text: true } },
            problems: { "400": ["invalid_field"], "404": ["unknown_profile"], "503": ["ledger_unavailable"] },
          } },
          "/dashboard": { get: {
            operationId: "dashboard", tags: ["operations"], scope: "read",
            summary: "The overview: text, page, numbers, or live",
            parameters: ["profileFilter", "width", "height", "exact", "accessible", "dashboardFormat", "glyphs", "color",
              "watch", "shownSince", "part"],
            answers: { "200": { schema: "Dashboard", text: true, more: ["text/html"] } },
            problems: { "400": ["invalid_field"], "404": ["unknown_profile"],
              "503": ["overloaded", "ledger_unavailable"] },
          } },
          "/dashboard/{name}": { get: {
            operationId: "namedDashboard", tags: ["operations"], scope: "read",
            summary: "A dashboard by name, or a profile's overview",
            parameters: ["name", "profileFilter", "width", "height", "exact", "accessible", "dashboardFormat", "glyphs",
              "color", "watch", "shownSince", "part"],
            answers: { "200": { schema: "Dashboard", text: true, more: ["text/html"] } },
            problems: { "400": ["invalid_field"], "404": ["unknown_profile"],
              "503": ["overloaded", "ledger_unavailable"] },
          } },
          "/metrics": { get: {
            operationId: "metrics", tags: ["operations"], scope: "read",
            summary: "Prometheus text, or OpenMetrics with exemplars",
            answers: { "200": { text: true, more: ["application/openmetrics-text"] } },
            problems: { "503": ["ledger_unavailable"] },
          } },
          "/v1/events": { get: {
            operationId: "events", tags: ["operations"], scope: "read",
            summary: "What operators were told of, each once, with what to do; oldest first",
            parameters: [
              { name: "since", in: "query", schema: { type: "string" }, example: "2026-11-30T02:00:00Z",
                description: "A moment, or the `next` of an answer; else the latest." },
              { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 1000 } },
              "profileFilter",
              { name: "kind", in: "query", schema: { $enum: "EventKind" } },
              { name: "severity", in: "query", schema: { $enum: "EventSeverity" }, description: "And graver ones." },
            ],
            answers: { "200": { schema: "Events", example: "events" } },
            problems: { "400": ["invalid_field"], "404": ["unknown_profile"], "503": ["ledger_unavailable"] },
          } },
          "/healthz": { get: {
            operationId: "health", tags: ["operations"], scope: "none", summary: "Whether the process answers",
            answers: { "200": { schema: "Health", example: "health" } },
          } },
          "/readyz": { get: {
            operationId: "readiness", tags: ["operations"], scope: "none",
            summary: "Whether uploads can be served now",
            answers: { "200": { schema: "Readiness", example: "readiness" },
              "503": { schema: "Readiness", description: "Draining, or the ledger takes no writes." } },
          } },
          "/openapi.json": { get: {
            operationId: "openAPI", tags: ["operations"], scope: "none", summary: "This document",
            answers: { "200": { schema: { type: "object", required: ["openapi", "info", "paths", "components"],
              additionalProperties: true, properties: { openapi: { const: "3.1.0" } } } } },
          } },
          "/v1/profiles": { get: {
            operationId: "profiles", tags: ["policies"], scope: "admin", summary: "Who is judged by what",
            answers: { "200": { schema: "Profiles", example: "profiles" } },
          } },
          "/v1/profiles/{name}": { get: {
            operationId: "profile", tags: ["policies"], scope: "admin",
            summary: "The document in force, and every setting with where it comes from",
            parameters: ["name"],
            answers: { "200": { schema: "Profile", headers: ["ETag"] } },
            problems: { "404": ["unknown_profile"] },
          } },
          "/v1/profiles/{name}/history": { get: {
            operationId: "profileHistory", tags: ["policies"], scope: "admin",
            summary: "The revisions that changed a profile, newest first", parameters: ["name"],
            answers: { "200": { schema: "ProfileHistory" } },
            problems: { "404": ["unknown_profile"], "503": ["ledger_unavailable"] },
          } },
          "/v1/profiles/{name}/projection": { get: {
            operationId: "projection", tags: ["policies"], scope: "admin",
            summary: "What each threshold would have saved and risked",
            parameters: ["name", "days", { name: "format", in: "query",
              schema: { type: "string", enum: ["json", "text", "svg"] } }],
            answers: { "200": { schema: "Projection", text: true, more: ["image/svg+xml"] } },
            problems: { "400": ["invalid_field"], "404": ["unknown_profile"], "503": ["ledger_unavailable"] },
          } },
          "/v1/profiles/{name}:plan": { post: {
            operationId: "planProfile", tags: ["policies"], scope: "admin",
            summary: "What a document would have made of recorded uploads; changes nothing", parameters: ["name"],
            requestBody: { required: true, content: { "application/json": { example: "planRequest", schema: {
              type: "object", required: ["document"], additionalProperties: false, properties: {
                document: { $ref: "DocumentText" }, base: { $ref: "Count" },
                days: { type: "integer", minimum: 1, maximum: 366 },
                changed: { description: "There: ids of uploads whose fate changes are listed." } } } } } },
            answers: { "200": { schema: "Plan" } },
            problems: { "400": ["invalid_json", "missing_field", "invalid_field"], "404": ["unknown_profile"],
              "409": ["stale"], "422": ["policy_refused"], "503": ["ledger_unavailable"] },
          } },
          "/v1/profiles/{name}:apply": { post: {
            operationId: "applyProfile", tags: ["policies"], scope: "admin",
            summary: "A document of a profile becomes a revision, for all or for a share of the uploads",
            parameters: ["name"],
            requestBody: { required: true, content: { "application/json": { example: "applyRequest", schema: {
              type: "object", required: ["document", "base", "reason"], additionalProperties: false, properties: {
                document: { $ref: "DocumentText" }, base: { $ref: "Count" }, reason: { $ref: "WrittenReason" },
                share: { $ref: "RolloutShare" }, acceptLimits: { type: "array", items: { $enum: "PlanLimit" } } } } } } },
            answers: { "200": { schema: "PolicyOutcome", example: "applied" } },
            problems: { "400": ["invalid_json", "missing_field", "invalid_field"],
              "404": ["unknown_profile", "not_found"], "409": ["stale", "rolling_out"],
              "422": ["policy_refused", "limit_broken"], "500": ["internal"], "503": ["ledger_unavailable"] },
          } },
          "/v1/profiles/{name}:rollback": { post: {
            operationId: "rollBackProfile", tags: ["policies"], scope: "admin",
            summary: "A new revision with a profile's document of an older one", parameters: ["name"],
            requestBody: { required: true, content: { "application/json": { example: "rollbackRequest", schema: {
              type: "object", required: ["revision", "reason"], additionalProperties: false, properties: {
                revision: { $ref: "Count" }, base: { $ref: "Count" }, reason: { $ref: "WrittenReason" } } } } } },
            answers: { "200": { schema: "PolicyOutcome", example: "applied" } },
            problems: { "400": ["invalid_json", "missing_field", "invalid_field"],
              "404": ["unknown_profile", "not_found"], "409": ["stale"], "422": ["policy_refused", "limit_broken"],
              "500": ["internal"], "503": ["ledger_unavailable"] },
          } },
        }
        """#
}
