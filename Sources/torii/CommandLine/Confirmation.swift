/// A question before something changes; never asked where nobody can answer.
enum Confirmation {
    static func ask(_ question: String, console: Console) throws(Stop) {
        guard Console.inputIsTerminal else { throw .usage("\(question) Nobody is there to answer: add --yes") }
        console.err("\(question) [y/N]")
        guard let answer = readLine()?.lowercased(), answer == "y" || answer == "yes" else {
            throw .failed("not confirmed; nothing was changed")
        }
    }
}
