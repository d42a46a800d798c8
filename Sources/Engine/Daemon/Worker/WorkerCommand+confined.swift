import ImageHeaders
import JobModel
import StickerConfiguration

extension WorkerCommand {
    /// The command of a worker that may use these files and folders, and none beside them but what its libraries need.
    /// A worker without options may use nothing.
    ///
    /// - Parameters:
    ///   - reading: absolute paths of files, and of folders with all that is in them.
    ///   - writing: absolute paths of folders.
    ///   - formats: what it may decode beside the usual formats.
    package func confined(reading: [String], writing: [String], formats: [ExtraFormat]) -> WorkerCommand {
        var command = self
        command.arguments += formats.flatMap { ["--format", $0.rawValue] }
        if !reading.isEmpty { command.arguments += ["--read"] + reading }
        if !writing.isEmpty { command.arguments += ["--write"] + writing }
        return command
    }

    /// The command of a worker that makes stickers as a configuration says. What is published it can read, for sheets;
    /// it can write in one folder alone.
    ///
    /// - Parameter staging: that folder: absolute path.
    package func confined(for configuration: Configuration, staging: String) -> WorkerCommand {
        confined(
            reading: [configuration.drop, configuration.out] + configuration.backgroundFiles, writing: [staging],
            formats: configuration.limits.extraFormats)
    }
}

extension Configuration {
    /// Absolute paths of the pictures among the backgrounds.
    var backgroundFiles: [String] {
        backgrounds.compactMap {
            if case .image(let path) = $0.fill { path } else { nil }
        }
    }
}
