import Decisions
import EngineSupport
import FileAccess
import Foundation
import Publishing
import Reports
import SheetModel
import StickerConfiguration
import Texts
import WorkerPool

/// Writes a sheet of published stickers to a file. One worker draws the sheet.
package struct SheetExport: Sendable {
    private let workers: ConfiguredWorkers
    private let options: SheetOptions

    package init(configuration: Configuration, command: WorkerCommand, options: SheetOptions) {
        workers = ConfiguredWorkers(configuration: configuration, command: command)
        self.options = options
    }

    /// Writes the sheet.
    ///
    /// - Parameters:
    ///   - path: the path of the file, as in `SheetFile.write`.
    ///   - packs: the ids of the packs. Empty for all packs.
    ///   - progress: called on another thread after each drawn page, as in `SheetFile.write`.
    /// - Throws: `SheetError`; `EngineError` if the worker fails; `CancellationError`.
    package func write(
        to path: String, packs: [String], progress: @escaping @Sendable (_ done: Int, _ total: Int) throws -> Void
    ) async throws -> SheetFile.Outcome {
        do {
            let configuration = workers.configuration
            let decided = try await SheetExport.decided(configuration)
            return try await workers.local(count: 1, folders: JobFolders(out: configuration.out)) { [options] pool in
                try await BlockingExecutor.run {
                    let out = OutputFolder(configuration.out)
                    let drawing: SheetFile.Drawing = { job in try Blocking.wait { try await pool.draw(job) } }
                    let document = try SheetDocument(
                        out: out, packs: packs, byteLimit: configuration.recipe.encode.byteLimit, decided: decided,
                        try SheetFile.texts(configuration.texts, for: options.format, drawing: drawing))
                    let file = SheetFile(document, out: out, options: options, drawing: drawing)
                    return try file.write(to: path, progress: progress)
                }
            }
        } catch {
            throw try SheetExport.failure(error)
        }
    }

    /// Reads the times of the decisions, which the manifest does not contain.
    ///
    /// - Throws: `DecisionError`.
    private static func decided(_ configuration: Configuration) async throws -> [Reviews.Key: String] {
        let decisions = try await DecisionStore.decisions(folder: configuration.stateFolder)
        return Dictionary(decisions.map { ($0.key, $0.decided) }) { _, last in last }
    }

    /// Converts the failure of a worker into an error that explains it to the user. Other errors are returned
    /// unchanged.
    ///
    /// - Throws: `CancellationError` if the task is cancelled; `EngineError` if the render program itself failed.
    static func failure(_ error: any Error) throws -> any Error {
        // Cancellation kills the workers. In that case, `CancellationError` is reported and not the worker's error.
        try Task.checkCancellation()
        guard let failure = error as? WorkerFailure else { return error }
        // `RenderRejection` throws if the render program caused the failure.
        _ = try RenderRejection(failure)
        return EngineError.worker("The sheet could not be drawn. \(failure)")
    }
}
