import ArgumentParser
import BuildEngine
import Foundation
import StickerConfiguration

/// The options for the configuration and the folders, for most commands.
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

    /// The configuration of a command that reads the drop folder. Also prints a note if a folder `drop` contains art
    /// but is not the configured drop folder.
    ///
    /// - Throws: `ConfigurationError`; `EngineError.configuration` if the current folder contains no project.
    func startingConfiguration(withNotes: Bool = true) throws -> Configuration {
        let configuration = try choice.configuration()
        try choice.refuseFolderWithoutProject(configuration)
        if withNotes, let note = choice.noteAboutOtherDrop(configuration) { Output.note(note) }
        return configuration
    }

    /// See `ConfigurationChoice.projectConfiguration`.
    func projectConfiguration() throws -> Configuration { try choice.projectConfiguration() }

    private var choice: ConfigurationChoice { ConfigurationChoice(config: config, drop: drop, out: out) }

    /// The absolute form of a path that is relative to the current folder.
    static func absolute(_ path: String) -> String {
        ConfigurationChoice.absolute(path, in: FileManager.default.currentDirectoryPath)
    }
}

/// The options for the configuration and the output folder, for commands that only read published files.
struct PublishedFolderOptions: ParsableArguments {
    @Option(
        name: .shortAndLong, help: ArgumentHelp(ConfigurationChoice.help, valueName: "file"),
        completion: .file(extensions: ["json"]))
    var config: String?

    @Option(
        help: ArgumentHelp("The folder with the results, instead of the configured one.", valueName: "folder"),
        completion: .directory)
    var out: String?

    /// Ignored. It is accepted so that scripts can give the same options to every command.
    @Option(help: .hidden)
    var drop: String?

    /// The configuration with the options applied.
    ///
    /// - Throws: `ConfigurationError`.
    func configuration() throws -> Configuration {
        try choice.configuration()
    }

    /// See `ConfigurationChoice.projectConfiguration`.
    func projectConfiguration() throws -> Configuration { try choice.projectConfiguration() }

    private var choice: ConfigurationChoice { ConfigurationChoice(config: config, drop: drop, out: out) }
}
