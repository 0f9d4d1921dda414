internal import Foundation

// gemini-bench cpu           processor time of one call: request built for a picture of 60 KB, answer read
// gemini-bench malformed N   N calls of an emulator of which most are answered badly: what reaches a caller
// gemini-bench storm N       N uploads at 100 a second over an emulator that fails, lies and hangs

let arguments = Array(CommandLine.arguments.dropFirst())
let count = arguments.count > 1 ? Int(arguments[1]) ?? 0 : 0
switch arguments.first {
case "cpu": try await CallCost.run()
case "malformed" where count > 0: try await MalformedAnswers.run(count)
case "storm" where count > 0: try await FaultStorm.run(count)
default:
    print("usage: gemini-bench cpu | malformed N | storm N")
    exit(2)
}
