import JobModel
import StickerConfiguration

/// The file or the folder of frames that a job renders.
package struct JobSource: Sendable {
    /// The absolute path of the file, or the absolute paths of the frames in order.
    package var paths: [String]
    /// Whether the source is a folder of frames.
    package var isSequence: Bool
    /// The SHA-256 of the file or of all frames, in lower-case hexadecimal. Nil if any bytes are accepted.
    package var sha256: String?
    package var limits: SourceLimits

    package init(file path: String, sha256: String?, limits: SourceLimits) {
        (paths, isSequence, self.sha256, self.limits) = ([path], false, sha256, limits)
    }

    package init(frames paths: [String], sha256: String, limits: SourceLimits) {
        (self.paths, isSequence, self.sha256, self.limits) = (paths, true, sha256, limits)
    }

    /// The name of the file, or of the folder of the frames.
    package var name: String {
        let parts = paths.first?.split(separator: "/").map(String.init) ?? []
        return (isSequence ? parts.dropLast().last : parts.last) ?? ""
    }

    /// The names of the frames in their folder. Empty for a file.
    package var frameNames: [String] {
        isSequence ? paths.map { $0.split(separator: "/").last.map(String.init) ?? $0 } : []
    }
}

/// The reason why the source of a job could not be sent to a worker.
package enum SourceFailure: Error, Sendable {
    /// The file differs from the expected hash, or changed while it was read.
    case changed
    case unreadable
    /// The file is too large. Contains the finding for the report.
    case tooLarge(RuleFinding)
}

/// The locations of files that jobs need.
package struct JobFolders: Sendable {
    /// The absolute paths of the backgrounds' pictures, by the SHA-256 of their bytes.
    package var backgrounds: [String: String]
    /// The absolute path of the folder that must contain the sources after all links are resolved. Nil for any folder.
    package var drop: String?
    /// The absolute path of the folder of published files. Nil if no job needs them.
    package var out: String?

    package init(backgrounds: [String: String] = [:], drop: String? = nil, out: String? = nil) {
        self.backgrounds = backgrounds
        self.drop = drop
        self.out = out
    }
}

extension Configuration {
    /// The locations of the files that jobs with this configuration need.
    ///
    /// - Parameter backgrounds: the configured backgrounds with the hashes of their pictures, in the same order.
    package func jobFolders(_ backgrounds: [Background]) -> JobFolders {
        var folders = JobFolders(drop: drop, out: out)
        for (setting, background) in zip(recipe.backgrounds, backgrounds) {
            if let picture = background.fill.picture { folders.backgrounds[picture.sha256] = setting.fill.picture }
        }
        return folders
    }
}
