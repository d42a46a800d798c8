import BuildEngine
import EngineSupport
import Foundation
import StickerConfiguration

/// Determines the configuration of a command: the file given by `--config`, by the environment variable
/// `STICKERD_CONFIG`, or ./pipeline.json. If there is none, the defaults.
struct ConfigurationChoice {
    static let help =
        "The configuration file; by default the file in STICKERD_CONFIG, else ./pipeline.json. Without a file, the "
        + "defaults apply."

    var config: String?
    var drop: String?
    var out: String?
    private let here = FileManager.default.currentDirectoryPath

    init(config: String?, drop: String?, out: String?) {
        (self.config, self.drop, self.out) = (config, drop, out)
    }

    /// The absolute path of the configuration file. Nil if there is none.
    private var file: String? {
        let variable = ProcessInfo.processInfo.environment["STICKERD_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        if let chosen = config ?? variable { return ConfigurationChoice.absolute(chosen, in: here) }
        let usual = "\(here)/pipeline.json"
        return FileManager.default.fileExists(atPath: usual) ? usual : nil
    }

    /// The configuration with the options applied.
    ///
    /// - Throws: `ConfigurationError`.
    func configuration() throws -> Configuration {
        let file = file
        var configuration =
            try file.map { try Configuration(contentsOf: $0) } ?? Configuration.defaults(folder: here)
        if let drop { configuration.drop = ConfigurationChoice.absolute(drop, in: here) }
        if let out { configuration.out = ConfigurationChoice.absolute(out, in: here) }
        try configuration.checkFolders()
        // The state folder is resolved once, so that a symbolic link that changes later does not switch the state of
        // a running program.
        configuration.state = configuration.stateFolder
        Output.detail(
            SummaryText.oneLine(
                "Configuration: \(file ?? "the defaults"); drop folder: \(configuration.drop); output: \(configuration.out)"
            ))
        return configuration
    }

    /// The configuration of a command that shows or serves what a project has published.
    ///
    /// - Throws: `ConfigurationError`; `EngineError.configuration` if the current folder contains neither a project nor
    ///   an output folder, and no option gives one.
    func projectConfiguration() throws -> Configuration {
        let configuration = try configuration()
        try refuseFolderWithoutProject(configuration, allowingOutput: true)
        return configuration
    }

    /// - Parameter allowingOutput: whether an output folder is enough, for a command that reads no art.
    /// - Throws: `EngineError.configuration` if there is neither a configuration file nor a drop folder, and no
    ///   option gives a drop folder.
    func refuseFolderWithoutProject(_ configuration: Configuration, allowingOutput: Bool = false) throws {
        let files = FileManager.default
        guard file == nil, drop == nil, !files.fileExists(atPath: configuration.drop) else { return }
        if allowingOutput, out != nil || files.fileExists(atPath: configuration.out) { return }
        throw EngineError.configuration(
            "\(here): this folder contains neither pipeline.json nor drop/. `stickerd init` makes both. If the "
                + "project is in another folder, use --config FILE.")
    }

    /// A note about art in a folder `drop` next to the configuration file, if the configuration uses another drop
    /// folder. Nil without such art.
    func noteAboutOtherDrop(_ configuration: Configuration) -> String? {
        guard drop == nil, let file else { return nil }
        let folder = URL(filePath: file).deletingLastPathComponent().path(percentEncoded: false)
        let usual = ConfigurationChoice.absolute("drop", in: folder)
        let files = FileManager.default
        guard files.canonicalPath(usual) != files.canonicalPath(configuration.drop),
            let names = try? files.contentsOfDirectory(atPath: usual), names.contains(where: { !$0.hasPrefix(".") })
        else { return nil }
        return SummaryText.oneLine(
            "The files in \(usual) are not used: \(file) sets \"drop\" to \(configuration.drop). Move them there, or change "
                + "\"drop\".")
    }

    /// The absolute form of a path that is relative to a folder.
    static func absolute(_ path: String, in folder: String) -> String {
        URL(filePath: path, relativeTo: URL(filePath: folder, directoryHint: .isDirectory)).standardizedFileURL
            .path(percentEncoded: false).trimmingSlash
    }
}

extension FileManager {
    /// The path with all symbolic links resolved.
    fileprivate func canonicalPath(_ path: String) -> String {
        URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false).trimmingSlash
    }
}

extension String {
    /// The path without a trailing slash, except for the root.
    fileprivate var trimmingSlash: String {
        count > 1 && hasSuffix("/") ? String(dropLast()) : self
    }
}
