/// Static completion scripts: no start-up call to the tool.
enum Completion {
    static func script(for shell: String) -> String? {
        switch shell {
        case "bash": bash
        case "zsh": zsh
        case "fish": fish
        default: nil
        }
    }

    /// What may follow the words typed so far: subcommands, then options.
    private static var table: [(prefix: String, words: [String])] {
        var rows: [(String, [String])] = []
        let commands = CommandTable.all
        let firsts = Set(commands.map { $0.words[0] }).union(["help", "completion", "man", "version"]).sorted()
        rows.append(("", firsts))
        for first in Set(commands.filter { $0.words.count > 1 }.map { $0.words[0] }).sorted() {
            rows.append((first, commands.filter { $0.words[0] == first && $0.words.count > 1 }.map { $0.words[1] }))
        }
        for command in commands {
            rows.append((command.name, (command.options.map(\.name) + ["help"]).map { "--\($0)" }))
        }
        return rows
    }

    private static var bash: String {
        let cases = table.map { "        \"\($0.prefix)\") words=\"\($0.words.joined(separator: " "))\" ;;" }
        return """
            # bash completion of torii: source <(torii completion bash)
            _torii() {
                local current="${COMP_WORDS[COMP_CWORD]}" typed="" word words=""
                for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                    [[ $word == -* ]] && break
                    typed="${typed:+$typed }$word"
                done
                case "$typed" in
            \(cases.joined(separator: "\n"))
                    *) words="" ;;
                esac
                if [[ -n $words ]]; then
                    COMPREPLY=($(compgen -W "$words" -- "$current"))
                fi
                [[ ${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- "$current"))
            }
            complete -o filenames -F _torii torii
            """
    }

    private static var zsh: String {
        let cases = table.map { "        \"\($0.prefix)\") options=(\($0.words.joined(separator: " "))) ;;" }
        return """
            #compdef torii
            # zsh completion of torii: source <(torii completion zsh)
            _torii() {
                local typed="" word
                local -a options
                for word in ${words[2,CURRENT-1]}; do
                    [[ $word == -* ]] && break
                    typed="${typed:+$typed }$word"
                done
                case "$typed" in
            \(cases.joined(separator: "\n"))
                esac
                compadd -a options
                _files
            }
            compdef _torii torii
            """
    }

    private static var fish: String {
        var lines = ["# fish completion of torii: torii completion fish | source"]
        for row in table {
            for word in row.words where !word.hasPrefix("--") {
                let condition =
                    row.prefix.isEmpty ? "__fish_use_subcommand" : "__fish_seen_subcommand_from \(row.prefix)"
                lines.append("complete -c torii -n '\(condition)' -a \(word)")
            }
            for word in row.words where word.hasPrefix("--") {
                let last = row.prefix.split(separator: " ").last ?? ""
                lines.append("complete -c torii -n '__fish_seen_subcommand_from \(last)' -l \(word.dropFirst(2))")
            }
        }
        return lines.joined(separator: "\n")
    }
}
