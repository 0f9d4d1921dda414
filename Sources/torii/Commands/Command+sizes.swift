import Documents
import Economics
import Platform
import Policy
import Server

extension Command {
    static let economicsSizes = Command(
        words: ["economics", "sizes"],
        group: .money,
        summary: "what a picture costs by model, media resolution and size",
        options: [
            .policies, .profile,
            Option(
                name: "tier",
                value: "T",
                summary: "standard, batch, flex or priority (default: standard)",
                choices: ["standard", "batch", "flex", "priority"]
            ),
            Option(name: "output-tokens", value: "N", summary: "of an answer, thoughts included (default: 110)"),
            Option(name: "ratio", value: "W:H", summary: "shape of the pictures (default: 9:16)"),
            .json,
        ],
        examples: [
            ("torii economics sizes --policies policies", "media resolution counts, size hardly does from 3.x on"),
            ("torii economics sizes --policies policies --tier batch --json", "half price, for other programs"),
        ]
    ) { invocation throws(Stop) in
        let files = try PolicyFiles(folder: invocation.value("policies") ?? "policies")
        guard let set = files.result.set else {
            invocation.console.err(files.rendered)
            throw .failed("the policy folder has errors")
        }
        let name = invocation.value("profile") ?? set.profiles.keys.min() ?? ""
        guard let profile = set.profiles[name] else {
            throw .failed("there is no profile `\(name)`; known: \(set.profiles.keys.sorted().joined(separator: ", "))")
        }
        let outputTokens = try invocation.outputTokens()
        let ratio = try invocation.ratio()
        let costs: PictureCosts
        do throws(EconomicsError) {
            costs = try PictureCosts(
                of: profile,
                in: set,
                tier: invocation.value("tier") ?? "standard",
                outputTokens: outputTokens,
                ratio: ratio,
                at: WallClock.system.now()
            )
        } catch {
            throw .failed(error.message)
        }
        let console = invocation.console
        console.out(invocation.has("json") ? costs.json.text(pretty: true) : costs.text(width: console.style.width))
        return .done
    }
}

extension Invocation {
    fileprivate func outputTokens() throws(Stop) -> Int {
        try integer("output-tokens", in: 0...65_536, default: 110)
    }

    fileprivate func ratio() throws(Stop) -> (width: Int, height: Int) {
        guard let text = value("ratio") else { return (9, 16) }
        let sides = text.split(separator: ":", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard sides.count == 2, sides.allSatisfy({ (1...10_000).contains($0) }) else {
            throw .usage("--ratio must be two whole numbers such as 9:16, found `\(text)`")
        }
        return (sides[0], sides[1])
    }
}
