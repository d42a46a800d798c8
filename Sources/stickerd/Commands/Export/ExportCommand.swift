import ArgumentParser

/// `stickerd export`: what is published, ready to be shipped.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write what is published in the form that an app ships.",
        subcommands: [ExportXcodeCommand.self, ExportAppCommand.self, ExportDotNetCommand.self])
}
