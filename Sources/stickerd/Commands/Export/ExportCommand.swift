import ArgumentParser

/// `stickerd export`: writes the published stickers in the form that an app ships.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write what is published in the form that an app ships.",
        subcommands: [ExportXcodeCommand.self, ExportAppCommand.self, ExportDotNetCommand.self])
}
