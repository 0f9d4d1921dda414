/// The parts of the contract, by topic, in JSON5 with the shorthand that `OpenAPIDocument` writes out.
enum OpenAPIText {
    /// Pictures, on-device scores, feedback.
    static let uploads = #"""
        {
          "/v1/classify": { post: {
            operationId: "classify", tags: ["uploads"], scope: "client", limited: true,
            summary: "A picture in, a classification or the gate's own label out",
            description: "The bytes decide the format, never the content type. With an Idempotency-Key the same body is \
        answered with the stored answer and not charged again, for 8 days.",
            parameters: ["Torii-Profile", "Torii-Client", "Torii-Scores", "Torii-Gate-Decision", "Torii-Device",
              "Torii-Deadline",
              "Torii-Unit", "Torii-Policy-Revision", "Idempotency-Key", "Content-Digest", "Prefer"],
            requestBody: { required: true, content: {
              "application/octet-stream": { schema: { type: "string", format: "binary" } },
              "image/jpeg": { schema: { type: "string", format: "binary" } },
              "multipart/form-data": {
                schema: { type: "object", required: ["image"], properties: {
                  image: { type: "string", format: "binary", description: "The picture." },
                  gate: { type: "string", description: "A report as POST /v1/gate takes it." } } },
                encoding: { gate: { contentType: "application/json" } } },
            } },
            answers: {
              "200": { schema: "ClassifyAnswer", example: "classify",
                headers: ["Torii-Decision", "Torii-Policy-Revision", "Idempotency-Replayed", "Torii-Client-Status"] },
              "202": { schema: "ClassifyAnswer", description: "The answer comes later: ask at Location.",
                headers: ["Torii-Decision", "Torii-Policy-Revision", "Location", "Retry-After", "Preference-Applied",
                  "Torii-Client-Status"] },
            },
            problemHeaders: ["Torii-Decision", "Torii-Policy-Revision", "Idempotency-Replayed"],
            problems: {
              "400": ["missing_field", "invalid_field", "duplicate_field", "digest_mismatch"],
              "403": ["profile_forbidden"],
              "404": ["unknown_profile"], "409": ["idempotency_conflict", "idempotency_in_progress"],
              "415": ["unsupported_media"], "422": ["image_too_large", "undecodable_image"],
              "426": ["client_too_old"], "503": ["overloaded"],
            },
          } },
          "/v1/gate": { post: {
            operationId: "gate", tags: ["devices"], scope: "client", limited: true,
            summary: "On-device scores in, a verdict out",
            description: "Numbers may be text, percent or with a decimal comma, keys snake_case or kebab-case; every \
        repair is named in `normalised`. Missing evidence only ever leads to send.",
            parameters: ["Torii-Profile", "Torii-Unit"],
            requestBody: { required: true, content: { "application/json": {
              schema: { $ref: "GateReport" }, example: "gateReport" } } },
            answers: { "200": { schema: "GateAnswer", example: "gate",
              headers: ["Torii-Decision", "Torii-Policy-Revision", "Torii-Client-Status"] } },
            problems: {
              "400": ["invalid_json", "duplicate_field", "conflicting_fields", "missing_field", "invalid_field"],
              "403": ["profile_forbidden"], "404": ["unknown_profile"], "426": ["client_too_old"],
            },
          } },
          "/v1/gate:batch": { post: {
            operationId: "gateBatch", tags: ["devices"], scope: "client", limited: true,
            summary: "One report a line, one answer a line",
            description: "A line that cannot be read is answered with its problem and its number, and harms no other.",
            parameters: ["Torii-Profile", "Torii-Unit"],
            requestBody: { required: true, content: { "application/x-ndjson": { schema: { type: "string" } } } },
            answers: { "200": { type: "application/x-ndjson", schema: { type: "string",
              description: "Lines of GateAnswer or Problem, in the order of the request." },
              headers: ["Torii-Policy-Revision"] } },
            problems: { "400": ["missing_field"], "403": ["profile_forbidden"], "404": ["unknown_profile"] },
          } },
          "/v1/feedback": { post: {
            operationId: "feedback", tags: ["uploads"], scope: "client",
            summary: "A user's word on an answer",
            requestBody: { required: true, content: { "application/json": { example: "feedbackWord", schema: {
              type: "object", required: ["decisionId", "judgement"], properties: {
                decisionId: { type: "string", minLength: 1 }, judgement: { $enum: "Judgement" },
                category: { type: ["string", "null"], minLength: 1, maxLength: 64,
                  description: "What a wrong answer should have been." } } } } } },
            answers: { "200": { schema: "FeedbackAnswer", example: "feedback" } },
            problems: {
              "400": ["invalid_json", "conflicting_fields", "missing_field", "invalid_field"], "404": ["not_found"],
              "409": ["not_answered"], "503": ["ledger_unavailable"],
            },
          } },
          "/v1/decisions/{id}": { get: {
            operationId: "decision", tags: ["uploads"], scope: "any",
            summary: "A decision: its client's answer, or its whole journey",
            description: "A client key gets the answer to an upload of its own, deferred ones as they come. Keys of scope \
        read get the journey: scores, thresholds then and now, attempts, costs.",
            parameters: ["decisionId", "formatOfText"],
            answers: {
              "200": { schema: { anyOf: [{ $ref: "Journey" }, { $ref: "ClassifyAnswer" }, { $ref: "GateAnswer" }] },
                example: "journey", text: true,
                headers: ["Torii-Decision", "Torii-Policy-Revision"] },
              "202": { schema: "ClassifyAnswer", description: "Not answered yet.",
                headers: ["Torii-Decision", "Torii-Policy-Revision", "Location", "Retry-After", "Preference-Applied"] },
            },
            problemHeaders: ["Torii-Decision", "Torii-Policy-Revision"],
            problems: { "404": ["not_found"], "415": ["unsupported_media"],
              "422": ["image_too_large", "undecodable_image"], "503": ["ledger_unavailable"] },
          } },
          "/v1/policy/{profile}": { get: {
            operationId: "policy", tags: ["devices"], scope: "client", limited: true,
            summary: "What a device needs to judge for itself, signed",
            description: "Torii-Signature is Ed25519 over `torii-policy/1`, a line feed, and exactly the bytes of the \
        body. A score space nobody knows gets a policy that sends everything.",
            parameters: ["profile", "scoreSpace", "have", "If-None-Match"],
            answers: {
              "200": { schema: "DevicePolicy", example: "policy",
                headers: ["ETag", "Torii-Policy-Revision", "Torii-Signature", "Cache-Control", "Vary"] },
              "304": { empty: true, description: "The one at hand is in force.",
                headers: ["ETag", "Torii-Policy-Revision", "Cache-Control", "Vary"] },
            },
            problems: { "400": ["invalid_field"], "403": ["profile_forbidden"], "404": ["unknown_profile"] },
          } },
        }
        """#
}
