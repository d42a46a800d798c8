import EngineSupport
import Foundation
import Intake
import JobModel
import Publishing
import StickerConfiguration
import WorkerPool

/// Splits an animation into one picture per frame and a list of the frames. A worker decodes the animation.
package struct FrameExport: Sendable {
    private let workers: ConfiguredWorkers

    /// - Parameter configuration: only `limits` is used.
    package init(configuration: Configuration, command: WorkerCommand) {
        workers = ConfiguredWorkers(configuration: configuration, command: command)
    }

    /// Writes the frames as `0001.png` and so on, and then the list `frames.json`. If the target has a name such as
    /// `Wave.frames`, the sidecar `Wave.json` with the frame rate and the loops is also written, unless it exists.
    ///
    /// - Parameters:
    ///   - file: the animation.
    ///   - target: an empty or missing folder.
    /// - Throws: `EngineError`.
    package func run(_ file: String, to target: String) async throws -> FramesJob.Outcome {
        let path = URL(filePath: file).standardizedFileURL.path(percentEncoded: false)
        let folder = OutputFolder(URL(filePath: target).standardizedFileURL.path(percentEncoded: false))
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw EngineError.configuration("\(file): the file does not exist.")
        }
        guard !isFolder.boolValue else {
            throw EngineError.configuration("\(file): this is a folder. Give the path of an animation file.")
        }
        let isNew = !FileManager.default.fileExists(atPath: folder.path)
        do {
            try folder.refuseOtherThanFolder()
            try folder.makeFolder("")
        } catch let error as PublishError {
            throw EngineError(error)
        }
        guard folder.children().isEmpty else {
            throw EngineError.configuration("\(target): the folder is not empty. Empty it, or give another path.")
        }
        let limits = workers.configuration.recipe.limits
        let job = FramesJob(name: file, limits: limits)
        let source = JobSource(file: path, sha256: nil, limits: limits)
        let outcome = try await workers.local(count: 1) { pool -> FramesJob.Outcome in
            do {
                return try await pool.take(apart: job, of: source, into: folder.path, attempts: .one)
            } catch let failure as WorkerFailure {
                return .rejected(try RenderRejection(failure).result.findings)
            } catch SourceFailure.tooLarge(let finding) {
                return .rejected([finding])
            } catch is SourceFailure {
                throw EngineError.worker("\(JobError.unreadable(file))")
            }
        }
        switch outcome {
        case .frames(let listing):
            try write(listing, in: folder)
            try writeSidecar(listing, beside: folder)
        case .rejected: if isNew { folder.removeIfEmpty("") }
        }
        return outcome
    }

    private func writeSidecar(_ listing: FrameListing, beside folder: OutputFolder) throws {
        let url = URL(filePath: folder.path)
        guard FrameFolder.isMeant(by: url.lastPathComponent), let rate = listing.frameRate else { return }
        let parent = OutputFolder(url.deletingLastPathComponent().path(percentEncoded: false))
        let name = url.deletingPathExtension().lastPathComponent + ".json"
        guard !parent.exists(name) else { return }
        do {
            try parent.write(
                Array("{\n  \"frameRate\": \(rate),\n  \"loops\": \(min(listing.loopCount, 65_535))\n}\n".utf8),
                to: name)
        } catch let error as PublishError {
            throw EngineError(error)
        }
    }

    private func write(_ listing: FrameListing, in folder: OutputFolder) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        do {
            try folder.write(Array(try encoder.encode(listing)) + [UInt8(ascii: "\n")], to: FrameFolder.listName)
        } catch let error as PublishError {
            throw EngineError(error)
        }
    }
}
