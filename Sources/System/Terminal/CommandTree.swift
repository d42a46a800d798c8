/// The commands of a program by name. Typed words are checked with it before they are parsed.
package struct CommandTree: Sendable {
    package let name: String
    /// Whether help lists the command.
    package let isListed: Bool
    package let subcommands: [CommandTree]

    package init(_ name: String, isListed: Bool = true, _ subcommands: [CommandTree] = []) {
        (self.name, self.isListed, self.subcommands) = (name, isListed, subcommands)
    }

    /// Follows words from a command to its subcommands.
    ///
    /// - Returns: the last command that was found, and the names of the commands from the program to it.
    package func follow(_ words: some Sequence<String>) -> (command: CommandTree, path: [String]) {
        var command = self
        var path = [name]
        for word in words {
            guard let next = command.subcommands.first(where: { $0.name == word }) else { break }
            command = next
            path.append(word)
        }
        return (command, path)
    }

    /// The names of the subcommands that help lists.
    package var listedNames: [String] { subcommands.filter(\.isListed).map(\.name) }
}
