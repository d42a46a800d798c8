import EngineSupport
import FileAccess
import Foundation
import Intake
import JobModel
import StickerConfiguration
import StickerManifest
import WorkerPool

/// A dry run for single files: renders them like a build, with their sidecars and pack.json, and publishes nothing.
package struct FileCheck: Sendable {
    /// The result for one file.
    package struct Result: Sendable, Encodable {
        package var file: String
        /// The findings, with the configured level of each rule.
        package var findings: [Finding]
        /// The rendered sticker. Nil if the file is rejected.
        package var output: RenderedSticker?

        /// The reason why the file could not be checked. Nil if it was checked.
        package var failure: String?

        package var isRejected: Bool { output == nil || findings.contains { $0.level == .error } }
    }

    /// A file, or a folder of frames.
    private struct Source: Sendable {
        /// The path as the user wrote it.
        var name: String
        /// The absolute path in the bytes of the file system.
        var path: String
        /// The source and its pack, as in a build. Nil if a build would not use the file.
        var known: Known?
    }

    private typealias Known = (art: ScannedSource, pack: DroppedPack)

    private let configuration: Configuration
    private let size: StickerSize?
    private let command: WorkerCommand

    /// - Parameter size: the size of all stickers. Nil to use the size that each sticker has in a build.
    package init(configuration: Configuration, size: StickerSize?, command: WorkerCommand) {
        self.configuration = configuration
        self.size = size
        self.command = command
    }

    /// Checks files and the sources in folders.
    ///
    /// - Parameter paths: files and folders. All sources in a folder and its subfolders are checked.
    /// - Returns: one result per source, in the order of the paths.
    /// - Throws: `EngineError` if no worker can be started; `IntakeError` for an unreadable folder.
    package func run(_ paths: [String]) async throws -> [Result] {
        let files = try await BlockingExecutor.run { [drop = configuration.drop] in
            var packs = PackLookup(drop: drop)
            return try paths.flatMap(FileCheck.sources).map { file in
                var file = file
                file.known = packs.source(at: file.path)
                return file
            }
        }
        let backgrounds = try configuration.resolvedBackgrounds()
        // Checked files may be in any folder.
        var folders = configuration.jobFolders(backgrounds)
        folders.drop = nil
        let workers = ConfiguredWorkers(configuration: configuration, command: command)
        return try await workers.local(count: min(files.count, workers.count), folders: folders) { pool in
            let recipes = Recipes(
                configuration: configuration, backgrounds: backgrounds,
                identity: try await workers.identification.description(asking: pool).identity)
            return try await withThrowingTaskGroup(of: (Int, Result).self) { group in
                for (place, file) in files.enumerated() {
                    group.addTask {
                        (place, try await result(on: file, recipes: recipes, pool: pool))
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
            }
        }
    }

    /// The file at a path, or the sources in a folder. A folder of frames is one source.
    private static func sources(at name: String) throws -> [Source] {
        let url = URL(filePath: name).standardizedFileURL
        let itself = Source(name: name, path: url.path(percentEncoded: false))
        guard isFolder(itself.path), !FrameFolder.isMeant(by: url.lastPathComponent) else { return [itself] }
        let folder = name.hasSuffix("/") ? name : name + "/"
        let art = try DropScanner.list(itself.path).art.map {
            Source(name: folder + $0.path, path: $0.absolutePath)
        }
        // A folder without art stays in the list, so that its result contains the error.
        return art.isEmpty ? [itself] : art
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    private static func failure(_ error: IntakeError, of source: Source) -> String {
        switch error {
        case .vanished: "\(source.name): the file does not exist."
        case .notAFile where isFolder(source.path): "\(source.name): the folder contains no art."
        default: "\(error)"
        }
    }

    /// The SHA-256 of a file or of a folder of frames, and the paths of the frames.
    private static func digest(of path: String) throws -> (String, [String]) {
        guard let frames = try FrameFolder.framePaths(of: path) else {
            return (try SourceDigest.sha256(ofFileAt: path, limit: Int.max).hex, [])
        }
        return (try SourceDigest.sha256(ofFrames: frames).hex, frames)
    }

    /// The recipe that a build would use. For a file that a build would not use, only the configuration applies.
    private func recipe(for source: Source, isAnimation: Bool, from recipes: Recipes) -> Recipe {
        if let (art, pack) = source.known {
            return recipes.recipe(for: art, size: size ?? recipes.size(of: art, in: pack))
        }
        let settings = configuration.recipe
        return Recipe(
            size: size ?? settings.size, render: settings.render, encode: settings.encode,
            backgrounds: recipes.backgrounds, limits: settings.limits, ruleLimits: configuration.rules.limits,
            animation: settings.animation, timing: isAnimation ? FrameTiming() : nil,
            photoFormat: settings.photoFormat)
    }

    private func result(on source: Source, recipes: Recipes, pool: StickerPool) async throws -> Result {
        let (file, path) = (source.name, source.path)
        let sha256: String
        let frames: [String]
        do {
            (sha256, frames) = try await BlockingExecutor.run { try FileCheck.digest(of: path) }
        } catch let error as IntakeError {
            return Result(file: file, findings: [], output: nil, failure: FileCheck.failure(error, of: source))
        }
        let recipe = recipe(for: source, isAnimation: !frames.isEmpty, from: recipes)
        let input =
            frames.isEmpty
            ? JobSource(file: path, sha256: sha256, limits: recipe.limits)
            : JobSource(frames: frames, sha256: sha256, limits: recipe.limits)
        let job = StickerJob(frameNames: input.frameNames, name: file, recipe: recipe)
        let result: StickerResult
        do {
            result = try await pool.make(job, of: input, into: nil, attempts: .one)
        } catch let failure as WorkerFailure {
            result = try RenderRejection(failure).result
        } catch let failure as SourceFailure {
            switch failure {
            case .changed: throw EngineError.worker("\(file) changed while it was being read. Check it again.")
            case .unreadable: throw EngineError.worker("\(JobError.unreadable(file))")
            case .tooLarge(let finding): result = StickerResult(art: nil, findings: [finding], output: nil)
            }
        }
        let rules = RuleSet(levels: configuration.rules.levels)
        let settings = source.known.map { $0.pack.findings + $0.art.findings } ?? []
        let findings = settings.map { $0.resolvingPath(file) } + result.findings(ofFileAt: file)
        return Result(
            file: file, findings: findings.compactMap(rules.judge), output: result.output, failure: nil)
    }
}
