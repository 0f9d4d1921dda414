/// A question before something changes; never asked where nobody can answer.
enum Confirmation {
    static func ask(_ question: String, console: Console) throws(Stop) {
        guard Console.inputIsTerminal else { throw .usage("\(question) Nobody is there to answer: add --yes") }
        console.err("\(question) [y/N]")
        guard let answer = readLine()?.lowercased(), answer == "y" || answer == "yes" else { throw notConfirmed }
    }

    /// Wants a word written out, for what a reflex must not confirm.
    static func ask(_ question: String, wanting word: String, console: Console) throws(Stop) {
        guard Console.inputIsTerminal else { throw .usage("\(question) Nobody is there to answer: add --yes") }
        console.err(question)
        guard readLine() == word else { throw notConfirmed }
    }

    private static var notConfirmed: Stop { .failed("not confirmed; nothing was changed") }
}
