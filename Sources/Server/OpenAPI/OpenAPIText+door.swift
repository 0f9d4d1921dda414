extension OpenAPIText {
    /// Google's API. Any prefix may stand before the version, and `v1` or `v1alpha` in place of `v1beta`.
    static let door = #"""
        {
          "/v1beta/models": { get: {
            operationId: "listModels", tags: ["gemini"], scope: "door", summary: "The models of the API behind",
            parameters: ["doorKey", "Torii-Profile", "pageSize", "pageToken"],
            answers: { "200": { schema: "DoorModels" }, "400": { schema: "DoorError" } },
          } },
          "/v1beta/models/{model}": { get: {
            operationId: "getModel", tags: ["gemini"], scope: "door", summary: "One model of the API behind",
            parameters: ["doorKey", "Torii-Profile", "model"],
            answers: { "200": { schema: "DoorModel" }, "404": { schema: "DoorError" } },
          } },
          "/v1beta/models/{model}:generateContent": { post: {
            operationId: "generateContent", tags: ["gemini"], scope: "door",
            summary: "Gated, capped and accounted; a rejected picture is answered as a blocked prompt",
            parameters: ["doorKey", "Torii-Profile", "Torii-Unit", "model", "X-Server-Timeout"],
            requestBody: { required: true, content: { "application/json": { schema: { $ref: "DoorRequest" },
              example: "doorRequest" } } },
            answers: { "200": { schema: "DoorAnswer", headers: ["Torii-Decision",
              "Torii-Policy-Revision", "Torii-Outcome", "Torii-Reasons"] } },
          } },
          "/v1beta/models/{model}:streamGenerateContent": { post: {
            operationId: "streamGenerateContent", tags: ["gemini"], scope: "door", listsErrors: true,
            summary: "The same as a list, or with alt=sse as events, each as it comes; one that breaks off ends in an error",
            parameters: ["doorKey", "Torii-Profile", "Torii-Unit", "model", "alt", "X-Server-Timeout"],
            requestBody: { required: true, content: { "application/json": { schema: { $ref: "DoorRequest" },
              example: "doorRequest" } } },
            answers: { "200": { schema: { type: "array", items: { anyOf: [{ $ref: "DoorAnswer" }, { $ref: "DoorError" }] } },
              more: ["text/event-stream"], headers: ["Torii-Decision",
              "Torii-Policy-Revision", "Torii-Outcome", "Torii-Reasons"] } },
          } },
          "/v1beta/models/{model}:countTokens": { post: {
            operationId: "countTokens", tags: ["gemini"], scope: "door", summary: "Passed on; costs nothing",
            parameters: ["doorKey", "Torii-Profile", "model"],
            requestBody: { required: true, content: { "application/json": { schema: { $ref: "DoorRequest" },
              example: "doorRequest" } } },
            answers: { "200": { schema: { type: "object", additionalProperties: true, properties: {
              totalTokens: { type: "integer", description: "Left out where it is 0." } } } } },
          } },
        }
        """#
}
