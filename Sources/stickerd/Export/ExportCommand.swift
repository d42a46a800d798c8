import ArgumentParser

/// `stickerd export`: what is published, as apps take it.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Bring what is published into an app.",
        subcommands: [ExportAppCommand.self])
}
