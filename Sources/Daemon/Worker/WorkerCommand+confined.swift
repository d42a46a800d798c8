import Pipeline

extension WorkerCommand {
    /// The command of a worker that may use these files and folders, and none beside them but what its libraries need.
    /// A worker that is told nothing may use nothing.
    ///
    /// - Parameters:
    ///   - reading: absolute paths of files, and of folders with all that is in them.
    ///   - writing: absolute paths of folders.
    package func confined(reading: [String], writing: [String]) -> WorkerCommand {
        var command = self
        if !reading.isEmpty { command.arguments += ["--read"] + reading }
        if !writing.isEmpty { command.arguments += ["--write"] + writing }
        return command
    }

    /// The command of a worker that makes stickers as a configuration says.
    package func confined(for configuration: Configuration) -> WorkerCommand {
        confined(reading: [configuration.drop] + configuration.backgroundFiles, writing: [configuration.out])
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
