import ArgumentParser
import BuildEngine
import Foundation
import StickerConfiguration

/// The configuration and the folders: options of most commands.
struct FolderOptions: ParsableArguments {
    @Option(
        name: .shortAndLong, help: ArgumentHelp(ConfigurationChoice.help, valueName: "file"),
        completion: .file(extensions: ["json"]))
    var config: String?

    @Option(
        help: ArgumentHelp("The folder with the art, instead of the configured one.", valueName: "folder"),
        completion: .directory)
    var drop: String?

    @Option(
        help: ArgumentHelp("The folder for the results, instead of the configured one.", valueName: "folder"),
        completion: .directory)
    var out: String?

    /// The configuration with the options applied.
    ///
    /// - Throws: `ConfigurationError`.
    func configuration() throws -> Configuration { try choice.configuration() }

    /// The configuration for a command that reads the drop folder. Art in a `drop/` that is not configured is reported.
    ///
    /// - Throws: `ConfigurationError`; `EngineError.configuration` in a folder without a project.
    func startingConfiguration(withNotes: Bool = true) throws -> Configuration {
        let configuration = try choice.configuration()
        try choice.refuseFolderWithoutProject(configuration)
        if withNotes, let note = choice.noteAboutOtherDrop(configuration) { Output.note(note) }
        return configuration
    }

    private var choice: ConfigurationChoice { ConfigurationChoice(config: config, drop: drop, out: out) }

    /// A path, resolved relative to the current folder.
    static func absolute(_ path: String) -> String {
        ConfigurationChoice.absolute(path, in: FileManager.default.currentDirectoryPath)
    }
}

/// The configuration and the output folder: options of commands that only read published files.
struct PublishedFolderOptions: ParsableArguments {
    @Option(
        name: .shortAndLong, help: ArgumentHelp(ConfigurationChoice.help, valueName: "file"),
        completion: .file(extensions: ["json"]))
    var config: String?

    @Option(
        help: ArgumentHelp("The folder with the results, instead of the configured one.", valueName: "folder"),
        completion: .directory)
    var out: String?

    /// Ignored; accepted so that scripts can give the same folders to every command.
    @Option(help: .hidden)
    var drop: String?

    /// The configuration with the options applied.
    ///
    /// - Throws: `ConfigurationError`.
    func configuration() throws -> Configuration {
        try ConfigurationChoice(config: config, drop: drop, out: out).configuration()
    }
}
