/// Every command, in the order of the help.
enum CommandTable {
    static let all: [Command] = [
        .serve, .emulator, .demo, .dashboard, .dashboardSchema,
        .gate, .tryOut, .calibrate, .classify, .watermarkEmbed, .watermarkDetect, .watermarkRegister,
        .policyLint, .policyShow, .policyDiff, .policyPlan, .policyProject, .policyApply, .policyHistory,
        .policyRollback, .policyCompare, .policyPromote,
        .policyExport, .policySchema,
        .simulate, .controlStatus, .controlCertificate, .controlHistory, .controlApprove, .controlClear,
        .auditList, .auditReview, .auditJudge,
        .freeze, .thaw, .reportEconomics, .reportFocus, .reportReconcile, .reportSafety, .reportParity, .reportDigest,
        .economicsSizes,
        .budgetAllocate, .revenueImport, .revenueClose, .revenueExport, .ledgerVerify,
        .decisionShow, .why, .cachePurge, .batchSubmit, .batchStatus, .batchCollect,
        .keysCreate, .keysRotate, .keysList, .keysRevoke, .keysSigning, .backup, .restore, .doctor, .events,
        .configShow, .openAPI, .benchLedger, .benchPlan, .benchMonth, .benchDial,
    ]
}

extension Command.Option {
    static let data = Command.Option(
        name: "data",
        value: "DIR",
        summary: "data folder (ledger, lock, socket)",
        isSetting: true
    )
    /// Of commands that look at pictures: no server's folder, so no setting gives it.
    static let ownData = Command.Option(
        name: "data",
        value: "DIR",
        summary: "look own pictures up in this data folder"
    )
    static let watermarkKey = Command.Option(name: "key", value: "FILE", summary: "look for the mark of this secret")
    static let policies = Command.Option(
        name: "policies",
        value: "DIR",
        summary: "policy folder (default where none is needed: policies)",
        isSetting: true
    )
    /// Every command takes it, so no command lists it.
    static let config = Command.Option(name: "config", value: "FILE", summary: "settings; see torii config show --help")
    static let json = Command.Option(name: "json", value: nil, summary: "JSON on standard output")
    static let profile = Command.Option(name: "profile", value: "P", summary: "profile, such as ios")
}
