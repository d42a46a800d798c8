import Foundation
import TestSupport
import Testing

/// Compares the command lines in code blocks of the documentation with the program's list of commands and options.
struct DocumentedCommandTests {
    /// A command with its parts, in the output of `stickerd --experimental-dump-help`.
    struct Description: Decodable {
        struct Argument: Decodable {
            struct Name: Decodable {
                var kind: String
                var name: String
            }
            var kind: String
            var names: [Name]?
            var isOptional: Bool
            var isRepeating: Bool
        }
        var commandName: String
        var arguments: [Argument]?
        var subcommands: [Description]?
    }

    private struct Help: Decodable {
        var command: Description
    }

    private struct Line: CustomStringConvertible {
        var page: String
        var words: [String]
        var description: String { "\(page): \(words.joined(separator: " "))" }
    }

    private func lines() throws -> [Line] {
        let docs = Repository.file("docs")
        let pages = try FileManager.default.subpathsOfDirectory(atPath: docs).filter {
            $0.hasSuffix(".md") && !$0.hasPrefix("decisions/") && $0 != "reference/commands.md"
        }
        return try (["README.md"] + pages.sorted().map { "docs/\($0)" }).flatMap { page in
            Self.commands(in: try Repository.text(page)).map { Line(page: page, words: $0) }
        }
    }

    /// The words after `stickerd` of each command in the code blocks of a page.
    private static func commands(in page: String) -> [[String]] {
        page.matches(of: /(?ms)^```([a-z]*)\n(.*?)^```/).filter { ["", "sh"].contains($0.1) }.flatMap { block in
            block.2.split(separator: "\n").flatMap { commands(inLine: String($0)) }
        }
    }

    private static func commands(inLine line: String) -> [[String]] {
        let code = line.replacing(/(^|\s)#.*$/, with: "").replacing(/\s{3,}[a-z].*$/, with: "")
        return code.split(separator: /&&|\|\||[|;<>]/).compactMap { part in
            let words = part.split(separator: /\s+/).map(String.init)
            guard let first = words.firstIndex(where: isProgram) else { return nil }
            // In `sudo -u stickerd stickerd`, the first `stickerd` is the name of a user.
            let start = words[(first + 1)...].first.map(isProgram) == true ? first + 1 : first
            guard words[..<start].allSatisfy({ $0.wholeMatch(of: runner) != nil }) else { return nil }
            return unquoted(Array(words[(start + 1)...]))
        }
    }

    private static func isProgram(_ word: String) -> Bool {
        word == "stickerd" || word.hasSuffix("/bin/stickerd")
    }

    /// The words that may precede the program: a prompt, a program such as `sudo` with its options, or a cron schedule.
    private static var runner: Regex<Substring> { /\$|sudo|nice|ionice|env|-[a-z]|[0-9*]+|stickerd|[A-Z_]+=\S*/ }

    /// Joins the words of a quoted argument, and removes the `&` of a background job.
    private static func unquoted(_ words: [String]) -> [String] {
        var joined: [String] = []
        var isOpen = false
        for word in words where word != "&" {
            if isOpen { joined[joined.count - 1] += " " + word } else { joined.append(word) }
            if word.count(where: { $0 == "\"" || $0 == "'" }) % 2 == 1 { isOpen.toggle() }
        }
        return joined
    }

    /// The error in a command line. Nil if the command line is valid.
    private static func problem(with line: [String], of program: Description) -> String? {
        var (command, rest) = (program, line[...])
        while let word = rest.first, let next = command.subcommands?.first(where: { $0.commandName == word }) {
            command = next
            rest = rest.dropFirst()
        }
        var positional = 0
        while let word = rest.popFirst() {
            guard word.hasPrefix("-"), word.count > 1 else { positional += 1; continue }
            let parts = word.split(separator: "=", maxSplits: 1)
            let name = parts[0].drop { $0 == "-" }
            let own = command.arguments ?? []
            guard
                let argument = (own + (program.arguments ?? [])).first(where: {
                    $0.names?.contains { $0.name == name } == true
                })
            else { return "\(command.commandName) has no \(word)" }
            if argument.kind == "option", parts.count == 1, rest.popFirst() == nil { return "\(word) needs a value" }
        }
        let accepted = command.arguments?.filter { $0.kind == "positional" } ?? []
        if positional < accepted.count(where: { !$0.isOptional }) {
            return "an argument of \(command.commandName) is missing"
        }
        let isBounded = !accepted.contains(where: \.isRepeating)
        return isBounded && positional > accepted.count ? "\(command.commandName): too many arguments" : nil
    }

    @Test("every command line in a code block has a command, options and arguments that exist")
    func commands() async throws {
        let dump = try await Command([CLIFixture.stickerd, "--experimental-dump-help"], in: "/").ending()
        let program = try JSONDecoder().decode(Help.self, from: Data(dump.output.utf8)).command
        let lines = try lines()
        #expect(lines.count > 80)
        for line in lines {
            let problem = Self.problem(with: line.words, of: program)
            #expect(problem == nil, "\(line): \(problem ?? "")")
        }
    }
}
