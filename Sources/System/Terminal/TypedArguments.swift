/// The words that were typed after the program's name.
package struct TypedArguments: Sendable, Equatable {
    /// An option whose name was different in an earlier version. The former name still works, and help does not list
    /// it.
    package struct FormerSpelling: Sendable {
        /// The names of the command that has the option, such as `export app`.
        package let command: String
        package let former: String
        package let current: String

        package init(_ command: String, _ former: String, _ current: String) {
            (self.command, self.former, self.current) = (command, former, current)
        }
    }

    /// A command whose name was different in an earlier version. The former name still works, and help does not list
    /// it.
    package struct FormerCommand: Sendable {
        /// The former names from the program to the command, such as `review import`.
        fileprivate let former: [String]
        fileprivate let current: [String]

        package init(_ former: String, _ current: String) {
            (self.former, self.current) = (
                former.split(separator: " ").map(String.init), current.split(separator: " ").map(String.init)
            )
        }
    }

    package let words: [String]

    package init(_ words: [String]) { self.words = words }

    /// The options that may precede the command. The value is whether an argument follows the option.
    private static let leading: [String: Bool] = [
        "-c": true, "--config": true, "--drop": true, "--out": true, "-q": false, "--quiet": false, "-v": false,
        "--verbose": false, "--json": false,
    ]

    /// The words in the form that the parser accepts. Options before the command are moved after it, `-V` becomes
    /// `--version`, and former names are replaced with current ones.
    package func normalized(for tree: CommandTree, former: [FormerSpelling]) -> TypedArguments {
        if words == ["-V"] { return TypedArguments(["--version"]) }
        let count = leadingCount
        let rest = words.dropFirst(count)
        let (command, path) = tree.follow(rest)
        // If options were typed without a command, the parser reports the mistake.
        guard path.count > 1 else { return self }
        let names = path.dropFirst()
        let spellings = former.filter { $0.command == names.joined(separator: " ") }
        let options = (words.prefix(count) + rest.dropFirst(names.count)).map { $0 }
        // A group of commands does not have options.
        guard command.subcommands.isEmpty else { return self }
        return TypedArguments(Array(names) + TypedArguments.renamed(options, by: spellings))
    }

    /// The words after replacing former names of commands with current ones, also after `help`.
    package func renamed(_ commands: [FormerCommand]) -> TypedArguments {
        var start = leadingCount
        if words.dropFirst(start).first == "help" { start += 1 }
        let names = words.dropFirst(start)
        guard let command = commands.first(where: { names.starts(with: $0.former) }) else { return self }
        return TypedArguments(words.prefix(start) + command.current + names.dropFirst(command.former.count))
    }

    /// The words without the options before the command.
    package var withoutLeadingOptions: [String] { Array(words.dropFirst(leadingCount)) }

    /// The number of words before the command.
    private var leadingCount: Int {
        var index = 0
        while index < words.count {
            let parts = words[index].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let takesValue = TypedArguments.leading[String(parts.first ?? "")] else { break }
            index += takesValue && parts.count == 1 ? 2 : 1
        }
        return min(index, words.count)
    }

    /// Replaces former names of options. After `--`, all words are values.
    private static func renamed(_ words: [String], by spellings: [FormerSpelling]) -> [String] {
        let end = words.firstIndex(of: "--") ?? words.count
        return words.enumerated().map { index, word in
            guard index < end else { return word }
            for spelling in spellings {
                if word == spelling.former { return spelling.current }
                if word.hasPrefix(spelling.former + "=") {
                    return spelling.current + word.dropFirst(spelling.former.count)
                }
            }
            return word
        }
    }
}

/// A duration that a user types, such as `90s`, `45m` or `4h`.
package struct TypedDuration: Sendable, Equatable {
    package let duration: Duration

    package static let expectation = "a duration such as 90s, 45m or 4h"

    package init?(_ text: String) {
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600]
        guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()), number > 0,
            number <= 100_000
        else { return nil }
        duration = .seconds(number * unit)
    }
}
