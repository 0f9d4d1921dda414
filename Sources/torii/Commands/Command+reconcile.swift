import Economics
import Ledger
import Platform
import Revenue
import SQLiteLedger
import Server

extension Command {
    static let reportReconcile = Command(
        words: ["report", "reconcile"],
        group: .money,
        summary: "compare the ledger with the provider's bill, by day and model; exit 3 outside the tolerance",
        operands: "BILL.csv",
        options: [
            .data, .json,
            Option(name: "month", value: "M", summary: "the invoice's month, such as 2026-10"),
            Option(name: "sku", value: "ID=MODEL", summary: "the model of a SKU", repeats: true),
            Option(name: "tolerance", value: "SHARE", summary: "of the bill (default 0.005)"),
        ],
        examples: [
            (
                "torii report reconcile --data data --month 2026-10 --sku 1A2B-3C=gemini-3.5-flash-lite bill.csv",
                "a Google Cloud billing export; its days and invoices follow Pacific time"
            )
        ]
    ) { invocation throws(Stop) in
        guard let path = invocation.operands.first, invocation.operands.count == 1 else {
            throw .usage("say which bill: torii report reconcile BILL.csv")
        }
        let month = try invocation.required("month")
        guard let first = CivilDate(month + "-01") else {
            throw .usage("--month must be a month such as 2026-10, found `\(month)`")
        }
        var models: [String: String] = [:]
        for text in invocation.values["sku"] ?? [] {
            let parts = text.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { throw .usage("--sku must be ID=MODEL, found `\(text)`") }
            models[String(parts[0])] = String(parts[1])
        }
        let tolerance = try invocation.share("tolerance", default: 0.005)
        let store = try await DataFolder.reading(try invocation.required("data"))
        let result: Result<Reconciliation, any Error>
        do {
            let bill = try FileContent.read(path, orPipe: true)
            result = .success(
                try await .made(bill, name: path, month: first, models: models, tolerance: tolerance, store: store)
            )
        } catch {
            result = .failure(error)
        }
        await store.close()
        do {
            let reconciliation = try result.get()
            invocation.console.out(
                invocation.has("json") ? try reconciliation.json().text() : try reconciliation.text()
            )
            return try reconciliation.agrees() ? .done : .limitBroken
        } catch {
            throw .failed((error as? PlatformError)?.message ?? "\(error)")
        }
    }
}
