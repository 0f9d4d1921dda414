extension OpenAPIText {
    /// A revision for a share of the uploads.
    static let rollout = #"""
        {
          "/v1/rollout": { get: {
            operationId: "rollout", tags: ["policies"], scope: "read",
            summary: "The revision that is rolled out beside the one in force, over the same hours",
            parameters: ["formatOfText"],
            answers: { "200": { schema: "RolloutComparison", text: true } },
            problems: { "400": ["invalid_field"], "404": ["no_rollout"], "503": ["ledger_unavailable"] },
          } },
          "/v1/rollout:promote": { post: {
            operationId: "promoteRollout", tags: ["policies"], scope: "admin",
            summary: "It judges another share of the uploads, or is in force for all",
            requestBody: { required: true, content: { "application/json": { example: "promoteRequest", schema: {
              type: "object", required: ["reason"], additionalProperties: false, properties: {
                reason: { $ref: "WrittenReason" }, share: { $ref: "RolloutShare" },
                acceptLimits: { type: "array", items: { $enum: "PlanLimit" } } } } } } },
            answers: { "200": { schema: "PolicyOutcome", example: "staged" } },
            problems: { "400": ["invalid_json", "missing_field", "invalid_field"], "404": ["no_rollout"],
              "409": ["stale"], "422": ["policy_refused", "limit_broken"], "500": ["internal"],
              "503": ["ledger_unavailable"] },
          } },
          "/v1/rollout:end": { post: {
            operationId: "endRollout", tags: ["policies"], scope: "admin",
            summary: "The revision in force holds for all again",
            requestBody: { required: true, content: { "application/json": { example: "endRequest", schema: {
              type: "object", required: ["reason"], additionalProperties: false, properties: {
                reason: { $ref: "WrittenReason" } } } } } },
            answers: { "200": { schema: "PolicyOutcome", example: "applied" } },
            problems: { "400": ["invalid_json", "missing_field", "invalid_field"], "404": ["no_rollout", "not_found"],
              "409": ["stale"], "422": ["policy_refused"], "500": ["internal"], "503": ["ledger_unavailable"] },
          } },
        }
        """#
}
