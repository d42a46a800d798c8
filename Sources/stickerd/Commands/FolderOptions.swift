import ArgumentParser
import BuildEngine
import Foundation
import StickerConfiguration

/// The configuration and the folders: options of most commands.
struct FolderOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The configuration; ./pipeline.json where there is one, else the defaults.", valueName: "file"),
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
    func configuration() throws -> Configuration {
        try Self.configuration(config: config, drop: drop, out: out)
    }

    fileprivate static func configuration(config: String?, drop: String?, out: String?) throws -> Configuration {
        let here = FileManager.default.currentDirectoryPath
        var configuration: Configuration
        if let config {
            configuration = try Configuration(contentsOf: Self.absolute(config, in: here))
        } else if FileManager.default.fileExists(atPath: "\(here)/pipeline.json") {
            configuration = try Configuration(contentsOf: "\(here)/pipeline.json")
        } else {
            configuration = Configuration.defaults(folder: here)
        }
        if let drop { configuration.drop = Self.absolute(drop, in: here) }
        if let out { configuration.out = Self.absolute(out, in: here) }
        try configuration.checkFolders()
        // Once, so that a link that is changed meanwhile does not lead a running program to another state.
        configuration.state = configuration.stateFolder
        return configuration
    }

    /// A path as it is meant from the current folder.
    static func absolute(_ path: String) -> String {
        absolute(path, in: FileManager.default.currentDirectoryPath)
    }

    private static func absolute(_ path: String, in folder: String) -> String {
        URL(filePath: path, relativeTo: URL(filePath: folder, directoryHint: .isDirectory)).standardizedFileURL
            .path(percentEncoded: false).trimmingSlash
    }
}

/// The configuration and the output folder: options of commands that only read published files.
struct PublishedFolderOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The configuration; ./pipeline.json where there is one, else the defaults.", valueName: "file"),
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
        try FolderOptions.configuration(config: config, drop: drop, out: out)
    }
}

extension String {
    /// Without a slash at its end, unless it is the root.
    fileprivate var trimmingSlash: String {
        count > 1 && hasSuffix("/") ? String(dropLast()) : self
    }
}
