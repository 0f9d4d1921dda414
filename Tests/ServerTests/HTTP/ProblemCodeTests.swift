import Foundation
import Testing

@testable import Server

/// Every code the server refuses with.
struct ProblemCodeTests {
    @Test(arguments: ProblemCode.allCases)
    func isExplainedWithWhatToDo(code: ProblemCode) {
        #expect((400...599).contains(code.status))
        #expect(!code.explanation.isEmpty && !code.explanation.hasSuffix("."))
        #expect(!code.advice.isEmpty && !code.advice.hasSuffix("."))
        #expect(code.rawValue.allSatisfy { $0 == "_" || $0.isLowercase })
        let lines = ProblemCode.listing.split(separator: "\n").map(String.init)
        let line = lines.firstIndex { $0.hasPrefix("\(code.status)  \(code.rawValue) ") }
        #expect(line.map { lines[$0].hasSuffix(code.explanation) && lines[$0 + 1].hasSuffix(code.advice) } == true)
    }

    @Test func listsNothingTwice() {
        #expect(Set(ProblemCode.allCases.map(\.explanation)).count == ProblemCode.allCases.count)
        #expect(ProblemCode.listing.split(separator: "\n").count == 2 * ProblemCode.allCases.count)
    }

    /// Codes that are written by hand would not be in the list.
    @Test func areNowhereSpelledOut() throws {
        let sources = URL(filePath: PolicyDocuments.root).appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(text.firstMatch(of: #/\bProblem\(\s*"/#) == nil, "\(file.lastPathComponent)")
        }
    }
}
