extension OpenAPIText {
    /// What clients send and read.
    static let clientSchemas = #"""
        {
          Count: { type: "integer", minimum: 1 },
          Share: { type: "number", minimum: 0, maximum: 1 },
          ScoreSpace: { type: "string", pattern: "^[a-z0-9-]{1,32}/[0-9]{1,5}$" },
          Moment: { type: "string", description: "RFC 3339, UTC." },
          Problem: { type: "object", description: "RFC 9457, with a stable code.",
            required: ["type", "title", "status", "code", "detail"], additionalProperties: true, properties: {
              type: { type: "string" }, title: { type: "string" }, status: { type: "integer" },
              code: { type: "string" }, detail: { type: "string" },
              decisionId: { type: "string" }, offset: { type: "integer" } } },
          Scores: { type: "object", required: ["sharpness", "attentionArea", "objectnessArea", "range", "texture"],
            properties: { sharpness: { type: "number" }, attentionArea: { type: "number" },
              objectnessArea: { type: "number" }, range: { type: "number" }, texture: { type: "number" } } },
          Thresholds: { type: ["object", "null"], required: ["sharpness", "saliencyArea"],
            properties: { sharpness: { type: "number" }, saliencyArea: { type: "number" } } },
          Governor: { type: "object", required: ["local", "sends", "reason"],
            description: "What the device should do now.", properties: {
              local: { $enum: "GovernorLocal" }, sends: { $enum: "GovernorSends" }, reason: { $enum: "GovernorReason" },
              retryAfter: { type: "string" }, rate: { $ref: "Share" } } },
          ClassifyAnswer: { type: "object",
            required: ["decisionId", "profile", "policyRevision", "verdict", "outcome", "source", "reasons", "gate",
              "classification", "localLabel", "cost", "emulated", "latencyMs"],
            properties: {
              decisionId: { type: "string" }, profile: { type: "string" }, policyRevision: { type: "integer" },
              verdict: { $enum: "Verdict?" }, outcome: { $enum: "Outcome" }, source: { $enum: "Source?" },
              reasons: { type: "array", items: { $enum: "Reason" }, description: "The first decided." },
              gateDecision: { type: "string", description: "The question at /v1/gate whose audit it is; there for one alone." },
              gate: { type: ["object", "null"], required: ["scoreSpace", "scores", "thresholds", "elapsedMs"],
                properties: { scoreSpace: { $ref: "ScoreSpace" }, scores: { $ref: "Scores" },
                  thresholds: { $ref: "Thresholds" },
                  elapsedMs: { type: "object", required: ["decode", "measure"],
                    properties: { decode: { type: "number" }, measure: { type: "number" } } } } },
              classification: { type: ["object", "null"], additionalProperties: true,
                description: "Of the contract; null for a local answer." },
              localLabel: { type: ["object", "null"], required: ["category", "confidence", "dominantColors"],
                properties: { category: { $enum: "CoarseCategory" }, confidence: { $ref: "Share" },
                  dominantColors: { type: "array", items: { type: "string", pattern: "^#[0-9a-f]{6}$" } } } },
              cost: { $ref: "Cost" }, emulated: { type: "boolean" }, latencyMs: { type: "number" },
              deferred: { type: "object", required: ["poll", "deadline"],
                properties: { poll: { type: "string" }, deadline: { $ref: "Moment" } } },
              device: { type: "object", required: ["normalised", "warnings"], properties: {
                scoreSpace: { $ref: "ScoreSpace" }, verdict: { $enum: "Verdict?" },
                reasons: { type: "array", items: { $enum: "Reason" } }, policyRevisionStale: { type: "boolean" },
                normalised: { type: "array", items: { type: "string" } },
                warnings: { type: "array", items: { type: "string" } } } },
              governor: { $ref: "Governor" }, detail: { type: "string" },
              warnings: { type: "array", items: { type: "string" } } } },
          Cost: { type: "object", required: ["nanoUSD", "tokens", "model"], properties: {
            nanoUSD: { type: "integer" }, model: { type: ["string", "null"] },
            tokens: { type: "object", required: ["prompt", "image", "cached", "candidates", "thoughts", "total"],
              properties: { prompt: { type: "integer" }, image: { type: "integer" }, cached: { type: "integer" },
                candidates: { type: "integer" }, thoughts: { type: "integer" }, total: { type: "integer" } } } } },
          GateReport: { type: "object", additionalProperties: true,
            description: "Every member is optional but the score space beside scores or labels.",
            dependentRequired: { scores: ["scoreSpace"], labels: ["scoreSpace"] }, properties: {
              schema: { type: "integer" },
              imageId: { type: ["string", "null"], pattern: "^[A-Za-z0-9._:-]{1,128}$" },
              scoreSpace: { anyOf: [{ $ref: "ScoreSpace" }, { type: "null" }] },
              scorer: { type: "object", additionalProperties: true, properties: {
                status: { $enum: "ScorerStatus" }, model: { type: "string" }, revisions: { type: "object" },
                elapsedMs: { type: "number" }, simulated: { type: "boolean" }, firstRun: { type: "boolean" } } },
              image: { type: "object", additionalProperties: true },
              scores: { type: "object", additionalProperties: true, properties: {
                sharpness: { $ref: "DeviceNumber" }, attentionArea: { $ref: "DeviceNumber" },
                objectnessArea: { $ref: "DeviceNumber" }, ownWatermark: { $ref: "DeviceNumber" },
                attention: { $ref: "SalientArea" }, objectness: { $ref: "SalientArea" } } },
              labels: { type: "array", items: { anyOf: [{ type: "string" }, { type: "object",
                additionalProperties: true, properties: { id: { type: "string" }, confidence: { $ref: "DeviceNumber" },
                  index: { type: "integer" }, meetsPrecision: { type: "boolean" } } }] } },
              device: { type: "object", additionalProperties: true, properties: {
                family: { $enum: "Family" }, class: { $enum: "DeviceClass" }, thermal: { type: ["string", "integer"] },
                thermalHeadroom: { $ref: "DeviceNumber" },
                battery: { type: "object", additionalProperties: true },
                externalPower: { type: "boolean" }, lowPower: { type: "boolean" },
                network: { type: "object", additionalProperties: true }, app: { type: "string" },
                timeZone: { type: "string" } } },
              client: { type: "object", additionalProperties: true, properties: { version: { type: "string" },
                policyRevision: { $ref: "DeviceNumber" }, verdict: { type: "string" }, reason: { type: "string" } } },
              mode: { $enum: "Mode" }, sentAt: { $ref: "Moment" } } },
          DeviceNumber: { description: "0...1, as a number or as phones write it.",
            type: ["number", "string", "null"] },
          SalientArea: { type: "object", additionalProperties: true, properties: {
            heatMap: { type: "object", required: ["width", "height", "cells"], properties: {
              width: { type: "integer" }, height: { type: "integer" },
              cells: { type: "array", items: { $ref: "DeviceNumber" } } } },
            salientObjects: { type: "array", items: { type: "object", properties: {
              x: { $ref: "DeviceNumber" }, y: { $ref: "DeviceNumber" }, width: { $ref: "DeviceNumber" },
              height: { $ref: "DeviceNumber" } } } } } },
          GateAnswer: { type: "object",
            required: ["decisionId", "verdict", "reasons", "audit", "policy", "localLabel", "governor", "upload", "normalised",
              "warnings"],
            properties: {
              decisionId: { type: "string" }, verdict: { $enum: "Verdict" },
              audit: { type: "boolean", description: "A reject drawn to be sent all the same: the upload that follows with \
        Torii-Gate-Decision, or with the same imageId, is counted as that audit." },
              reasons: { type: "array", items: { type: "object", required: ["code"], properties: {
                code: { $enum: "Reason" }, label: { type: "string" }, confidence: { $ref: "Share" } } } },
              policy: { type: "object", required: ["profile", "revision"], properties: { profile: { type: "string" },
                revision: { type: "integer" }, clientRevisionStale: { type: "boolean" } } },
              localLabel: { type: ["object", "null"], required: ["category", "confidence"], properties: {
                category: { $enum: "BypassKind" }, confidence: { $ref: "Share" } } },
              governor: { $ref: "Governor" },
              upload: { type: "object", required: ["maxSide", "deadline"],
                properties: { maxSide: { type: "integer" }, deadline: { type: "string" } } },
              normalised: { type: "array", items: { type: "string" } },
              warnings: { type: "array", items: { type: "string" } } } },
          FeedbackAnswer: { type: "object", required: ["decisionId", "judgement", "category", "outcome"], properties: {
            decisionId: { type: "string" }, judgement: { $enum: "Judgement" }, category: { type: ["string", "null"] },
            outcome: { type: "string", enum: ["recorded", "unchanged", "replaced"] } } },
          Rollout: { type: "object", required: ["hash", "salt", "share"], properties: { hash: { type: "string" },
            salt: { type: "string" }, share: { $ref: "Share" }, otherwiseRevision: { type: "integer" } } },
          DevicePolicy: { type: "object",
            required: ["document", "profile", "scoreSpace", "revision", "issuedAt", "phase", "gate", "governor", "audit",
              "batch", "upload", "refresh", "minClient", "rollout"],
            properties: {
              document: { const: "torii-policy/1" }, profile: { type: "string" }, scoreSpace: { $ref: "ScoreSpace" },
              revision: { type: "integer" }, issuedAt: { $ref: "Moment" }, phase: { $enum: "Phase" },
              gate: { type: "object", required: ["enabled", "deadline", "onDeadline", "abstractBypass", "ownWatermark"],
                properties: { enabled: { type: "boolean" }, deadline: { type: "string" }, onDeadline: { const: "send" },
                  abstractBypass: { type: "boolean" }, ownWatermark: { type: "boolean" },
                  steps: { type: "array", items: { type: "object", required: ["name", "budget"], properties: {
                    name: { $enum: "Step" }, budget: { type: "string" },
                    classes: { type: "array", items: { $enum: "DeviceClass" } } } } },
                  sharpness: { type: "object", required: ["min"], properties: { min: { $ref: "Share" } } },
                  saliencyArea: { type: "object", required: ["min", "cellThreshold", "needs"], properties: {
                    min: { $ref: "Share" }, cellThreshold: { $ref: "Share" },
                    needs: { type: "array", items: { type: "string", enum: ["attentionArea", "objectnessArea"] } } } },
                  abstract: { type: "object", required: ["minConfidence", "labels"], properties: {
                    minConfidence: { $ref: "Share" }, labels: { type: "object",
                      additionalProperties: { type: "array", items: { type: "string" } } } } } } },
              governor: { type: "object",
                required: ["pauseAtThermal", "pause", "minBattery", "resumeBattery", "backgroundNeeds",
                  "dayBackgroundShare"],
                properties: { pauseAtThermal: { type: "string" }, pause: { type: "string" },
                  minBattery: { $ref: "Share" }, resumeBattery: { $ref: "Share" },
                  backgroundNeeds: { type: "array", items: { type: "string", enum: ["externalPower", "unmetered"] } },
                  nightWindow: { type: "string" }, dayBackgroundShare: { $ref: "Share" } } },
              audit: { $ref: "Rollout" },
              batch: { type: "object", required: ["maxImagesPerRun"],
                properties: { maxImagesPerRun: { type: "integer" } } },
              upload: { type: "object", required: ["maxSide", "quality", "formats"], properties: {
                maxSide: { type: "integer" }, quality: { $ref: "Share" },
                formats: { type: "array", items: { $enum: "UploadFormat" } } } },
              refresh: { type: "object", required: ["minFetchInterval", "staleAfter", "onStale"], properties: {
                minFetchInterval: { type: "string" }, staleAfter: { type: "string" }, onStale: { type: "string" } } },
              minClient: { type: "object",
                properties: { warn: { type: "string" }, block: { type: "string" } } },
              rollout: { $ref: "Rollout" } } },
          DoorRequest: { type: "object", required: ["contents"], additionalProperties: true, properties: {
            contents: { type: "array", minItems: 1, items: { type: "object", required: ["parts"],
              additionalProperties: true, properties: { role: { type: "string", enum: ["user", "model"] },
                parts: { type: "array", minItems: 1, items: { type: "object", additionalProperties: true,
                  properties: { text: { type: "string" } } } } } } } } },
          DoorAnswer: { type: "object", additionalProperties: true, required: ["usageMetadata", "modelVersion"],
            description: "`modelVersion` is torii-gate/1 or torii-local/1 where no model spoke.", properties: {
              candidates: { type: "array" }, promptFeedback: { type: "object", additionalProperties: true },
              usageMetadata: { type: "object", additionalProperties: true }, modelVersion: { type: "string" } } },
          DoorModel: { type: "object", additionalProperties: true, required: ["name"],
            properties: { name: { type: "string" } } },
          DoorModels: { type: "object", additionalProperties: true,
            properties: { models: { type: "array", items: { $ref: "DoorModel" } } } },
          DoorError: { type: "object", description: "google.rpc.Status", required: ["error"], properties: {
            error: { type: "object", required: ["code", "message", "status"], additionalProperties: true, properties: {
              code: { type: "integer" }, message: { type: "string" }, status: { type: "string" },
              details: { type: "array", items: { type: "object", additionalProperties: true } } } } } },
        }
        """#
}
