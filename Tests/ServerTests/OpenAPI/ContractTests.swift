import Documents
import Platform
import Testing

@testable import Server

/// The document against the router and against itself.
struct ContractTests {
    @Test func hasEveryRouteAndNoOther() throws {
        let contract = try Contract()
        var documented: Set<String> = []
        for (method, path, _) in contract.operations {
            // Arguments of their own, so that no route takes another one's word for one.
            let filled = path.replacing(#/\{[a-z]+\}/#, with: "x1")
            let (route, _) = try #require(Route.matching(filled), "\(path)")
            #expect(route.methods.contains(method.uppercased()), "\(method) \(path)")
            documented.insert("\(method.uppercased()) \(route)")
            guard route != .gemini else { continue }
            #expect(path.replacing(#/\{[a-z]+\}/#, with: "{}") == route.template, "\(path)")
        }
        let served = Set(Route.allCases.flatMap { route in route.methods.map { "\($0) \(route)" } })
        #expect(documented == served)
    }

    /// Google's routes are one to the router: each of its methods stands there.
    @Test func hasEveryMethodOfTheDoor() throws {
        let methods = try Contract().operations.compactMap { method, path, _ -> DoorTarget.Method? in
            let target = try? DoorTarget(path.replacing("{model}", with: "m"))
            #expect(target == nil || target?.httpMethod == method.uppercased(), "\(path)")
            return target?.method
        }
        #expect(Set(methods) == Set(DoorTarget.Method.allCases))
    }

    @Test func namesEachOperationOnceAndRefersToWhatIsThere() throws {
        let contract = try Contract()
        let names = contract.operations.compactMap { $0.node["operationId"]?.string }
        #expect(names.count == contract.operations.count)
        #expect(Set(names).count == names.count)
        var missing: [String] = []
        func look(_ node: DocumentNode) {
            if node["$ref"] != nil, contract.resolved(node) == nil { missing.append(node["$ref"]?.string ?? "") }
            for item in node.array ?? [] { look(item) }
            for member in node.object ?? [] { look(member.node) }
        }
        look(contract.root)
        #expect(missing == [])
    }

    @Test func tellsItsPathArguments() throws {
        let contract = try Contract()
        for (_, path, node) in contract.operations {
            let told = (node["parameters"]?.array ?? []).compactMap { contract.resolved($0) }
                .filter { $0["in"]?.string == "path" }.compactMap { $0["name"]?.string }
            #expect(told == path.matches(of: #/\{([a-z]+)\}/#).map { String($0.1) }, "\(path)")
        }
    }

    @Test func holdsExamplesOfItsSchemas() throws {
        let contract = try Contract()
        var seen = 0
        for (method, path, node) in contract.operations {
            let responses = (node["responses"]?.object ?? []).map { contract.resolved($0.node)?["content"] }
            for content in responses + [node["requestBody"]?["content"]] {
                for media in content?.object ?? [] {
                    guard let example = media.node["example"], let schema = media.node["schema"] else { continue }
                    seen += 1
                    #expect(contract.mistakes(of: example, schema, at: "$") == [], "\(method) \(path) \(media.key)")
                }
            }
        }
        #expect(seen > 200)
    }

    /// Each code has one status, so that a client may go by either: the one `ProblemCode` gives it.
    @Test func givesEachCodeOneStatus() throws {
        var statuses: [String: Set<String>] = [:]
        let contract = try Contract()
        for (_, _, node) in contract.operations {
            for response in node["responses"]?.object ?? [] {
                let problem = contract.resolved(response.node)?["content"]?["application/problem+json"]?["schema"]
                for code in problem?["properties"]?["code"]?["enum"]?.array ?? [] {
                    statuses[code.string ?? "", default: []].insert(response.key)
                }
            }
        }
        for (code, found) in statuses {
            #expect(found == [ProblemCode(rawValue: code).map { "\($0.status)" } ?? "none"], "\(code)")
        }
        #expect(statuses.count > 30)
    }
}
