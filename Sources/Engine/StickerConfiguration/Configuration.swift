import Foundation
import JobModel
import StickerManifest

/// The settings in `pipeline.json`. Every key has a default. The `pipeline.json` in the root of the repository
/// contains and documents all defaults.
package struct Configuration: Sendable, Hashable {
    /// A test background in the configuration. If it is a picture, contains its absolute path.
    package typealias BackgroundSetting = TestBackground<String>

    /// The absolute path of the folder into which designers put art.
    package var drop: String
    /// The absolute path of the folder for the results.
    package var out: String
    /// The absolute path of the folder for the state database and the lock. Nil for `.<name of out>.stickerd` next to
    /// `out`.
    package var state: String?
    /// The number of snapshots that are kept for rollbacks.
    package var snapshots = 20
    /// The number of workers. 0 means one per processor core.
    package var jobs = 0
    /// The BCP 47 tag of the language of titles and labels without a language.
    package var language = "en"
    package var recipe = RecipeSettings()
    package var sheets = SheetSettings()
    package var watch = WatchSettings()
    package var publish = PublishSettings()
    package var hooks = HookSettings()
    package var service = ServiceSettings()
    /// The settings of the Remote Execution engine, which renders stickers on other machines.
    package var engine = EngineSettings()
    package var rules = RuleSettings()

    package init(drop: String, out: String) {
        self.drop = drop
        self.out = out
    }
}

/// The settings that become part of the recipes of stickers, messages and game pieces. A change of one of them renders
/// the affected items again. The limits of rules, which are also part of recipes, are in `RuleSettings`.
package struct RecipeSettings: Sendable, Hashable {
    /// The size class of packs that do not set one.
    package var size = StickerSize.regular
    package var render = RenderSettings()
    package var encode = EncodeSettings()
    package var animation = AnimationSettings()
    package var messages = MessageSettings()
    package var backgrounds = Configuration.BackgroundSetting.plain
    /// The format of previews that show a still sticker on a background picture.
    package var photoFormat = PreviewFormat.jpeg
    package var limits = SourceLimits()
}

/// The settings of the section `publish`.
package struct PublishSettings: Sendable, Hashable {
    /// Whether a sticker is published only after a person has approved it.
    package var requireApproval = false
    /// The URL of the review page, for links in reports. Nil for no links.
    package var reviewURL: String?
    /// The number of minutes for which files are kept after they were last published, for readers of earlier manifests.
    package var keepMinutes = 10
}

/// The settings of rules that differ from the defaults, by rule id.
package struct RuleSettings: Sendable, Hashable {
    package var levels: [String: Rule.Level] = [:]
    /// The limits, which are also part of recipes.
    package var limits: [String: Double] = [:]
}

/// Checks the locations of the drop folder, the output folder and the state folder.
extension Configuration {
    /// Checks that the folders do not overlap. A command that changes `drop` or `out` in a configuration must call this
    /// method again.
    ///
    /// - Throws: `ConfigurationError.invalid`.
    package func checkFolders() throws(ConfigurationError) {
        let conflicts = folderConflicts.map {
            ConfigurationIssue(file: nil, position: nil, key: $0.key, message: $0.message)
        }
        guard conflicts.isEmpty else { throw .invalid(conflicts) }
    }

    /// The path of the output folder with all symbolic links resolved, as far as it exists.
    package var resolvedOut: String { FolderPath.linksFollowed(out) }

    /// The folders in forbidden locations, by key, with the reasons.
    var folderConflicts: [(key: String, message: String)] {
        var conflicts: [(key: String, message: String)] = []
        if let message = conflictOfOut { conflicts.append((key: "out", message: message)) }
        if let message = conflictOfState { conflicts.append((key: "state", message: message)) }
        return conflicts
    }

    private var conflictOfOut: String? {
        let outIsInDrop = FolderPath.folder(drop, holds: out)
        let dropIsInOut = FolderPath.folder(out, holds: drop)
        let relation =
            switch (outIsInDrop, dropIsInOut) {
            case (true, true): "the same folder as drop"
            case (true, false): "inside drop"
            case (false, true): "a folder that contains drop"
            case (false, false): ""
            }
        guard !relation.isEmpty else { return nil }
        let reason =
            outIsInDrop ? "the results would be read as new art" : "the art would be mixed with the published files"
        return "expected a folder outside of drop (\(drop.harmless)), found \(relation) (\(out.harmless)): \(reason)"
    }

    private var conflictOfState: String? {
        guard let state else { return nil }
        let place: String
        let reason: String
        if FolderPath.folder(drop, holds: state) {
            (place, reason) = ("inside drop", "every file of the state folder would look like new art")
        } else if FolderPath.folder(out, holds: state) {
            (place, reason) = ("inside out", "the state database would be published with the stickers")
        } else {
            return nil
        }
        return "expected a folder outside of drop and out, found one \(place) (\(state.harmless)): \(reason)"
    }
}

extension Configuration {
    /// The configuration that is used without a file. `drop` and `out` are in the given folder, and the backgrounds
    /// contain no photo.
    package static func defaults(folder: String) -> Configuration {
        Configuration(
            drop: FolderPath.absolute("drop", in: folder), out: FolderPath.absolute("out", in: folder))
    }

    /// Reads a configuration file. Relative paths in it are relative to the folder of the file.
    ///
    /// - Throws: `ConfigurationError`, with all errors in the file.
    package init(contentsOf path: String) throws(ConfigurationError) {
        let absolute = FolderPath.absolute(path, in: FileManager.default.currentDirectoryPath)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: absolute, isDirectory: &isFolder) else {
            throw .missing(file: path)
        }
        guard !isFolder.boolValue else { throw .unreadable(file: path, reason: "it is a folder") }
        guard FileManager.default.isReadableFile(atPath: absolute) else {
            throw .unreadable(file: path, reason: "permission denied")
        }
        let json: Data
        do {
            json = try Data(contentsOf: URL(fileURLWithPath: absolute))
        } catch {
            throw .unreadable(file: path, reason: error.localizedDescription)
        }
        try self.init(json: [UInt8](json), file: path, folder: FolderPath.absolute("..", in: absolute))
        try checkCommands(in: absolute, file: path)
    }

    /// Reads the text of a configuration file.
    ///
    /// - Parameters:
    ///   - file: the name of the file, for messages.
    ///   - folder: the folder to which relative paths refer.
    /// - Throws: `ConfigurationError.invalid`, with all errors in the text.
    package init(json: [UInt8], file: String, folder: String) throws(ConfigurationError) {
        self = try JSONObjectReader.read(json, file: file) { reader in
            ConfigurationReader(folder: folder).read(&reader)
        }
    }
}
