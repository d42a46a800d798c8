import ArgumentParser

/// `stickerd completion`: prints a completion script.
struct CompletionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion", abstract: "Print the completion script of a shell: bash, zsh or fish.",
        discussion: """
            In bash: stickerd completion bash > ~/.local/share/bash-completion/completions/stickerd. The Debian \
            package installs the scripts of all three shells.
            """)

    @Argument(help: "The shell: bash, zsh or fish.")
    var shell: Shell

    enum Shell: String, CaseIterable, ExpressibleByArgument {
        case bash, zsh, fish
    }

    func run() async throws {
        try await CommandRunner.run {
            guard let shell = CompletionShell(rawValue: shell.rawValue) else { return 2 }
            Output.result(Stickerd.completionScript(for: shell))
            return 0
        }
    }
}
