import Foundation
import Platform

let arguments = Array(CommandLine.arguments.dropFirst())
// Before any other thread is there: only then all of them leave the signals to their one listener.
let signals = Tool.runsUntilSignalled(arguments) ? Signals() : nil
exit(await Tool.run(arguments, signals: signals).rawValue)
