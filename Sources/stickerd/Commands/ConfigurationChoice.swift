import BuildEngine
import EngineSupport
import Foundation
import StickerConfiguration

/// The configuration that a command uses: that of `--config`, else that of `STICKERD_CONFIG`, else ./pipeline.json, else the
/// defaults.
struct ConfigurationChoice {
    static let help =
        "The configuration file; by default that in STICKERD_CONFIG, else ./pipeline.json if it exists, else the defaults."

    var config: String?
    var drop: String?
    var out: String?
    private let here = FileManager.default.currentDirectoryPath

    init(config: String?, drop: String?, out: String?) {
        (self.config, self.drop, self.out) = (config, drop, out)
    }

    /// Absolute path of the configuration file. Nil if there is none.
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
        // Resolved once, so that a link that changes in the meantime does not give a running program another state.
        configuration.state = configuration.stateFolder
        Output.detail(
            SummaryText.oneLine(
                "Configuration: \(file ?? "the defaults"); drop folder: \(configuration.drop); output: \(configuration.out)"
            ))
        return configuration
    }

    /// - Throws: `EngineError.configuration` if there is no configuration file and no drop folder, and no option names one.
    func refuseFolderWithoutProject(_ configuration: Configuration) throws {
        guard file == nil, drop == nil, !FileManager.default.fileExists(atPath: configuration.drop) else { return }
        throw EngineError.configuration(
            "\(here): there is no pipeline.json and no drop/ here. `stickerd init` makes both. For a project elsewhere, give "
                + "--config FILE.")
    }

    /// A sentence about a folder named drop beside the configuration that has art and is not the configured one. Nil if
    /// there is none.
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

    /// A path, resolved relative to a folder.
    static func absolute(_ path: String, in folder: String) -> String {
        URL(filePath: path, relativeTo: URL(filePath: folder, directoryHint: .isDirectory)).standardizedFileURL
            .path(percentEncoded: false).trimmingSlash
    }
}

extension FileManager {
    /// A path without links, if it exists.
    fileprivate func canonicalPath(_ path: String) -> String {
        URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false).trimmingSlash
    }
}

extension String {
    /// Without a slash at its end, unless it is the root.
    fileprivate var trimmingSlash: String {
        count > 1 && hasSuffix("/") ? String(dropLast()) : self
    }
}
