import Decisions
import EngineSupport
import FileAccess
import Foundation
import Logging
import Publishing
import Reports
import SheetModel
import StickerConfiguration
import Texts
import WorkerPool

/// Writes a sheet of published stickers to a file. One worker draws it.
package struct SheetExport: Sendable {
    private let configuration: Configuration
    private let command: WorkerCommand
    private let options: SheetOptions
    private let logger: Logger

    package init(
        configuration: Configuration, command: WorkerCommand, options: SheetOptions, logger: Logger = .silent
    ) {
        self.configuration = configuration
        self.command = command
        self.options = options
        self.logger = logger
    }

    /// - Parameters:
    ///   - path: the path, as for `SheetFile.write`.
    ///   - packs: the ids of the packs. Empty for all packs.
    ///   - progress: called as by `SheetFile.write`, on a separate thread.
    /// - Throws: `SheetError`; `EngineError` if the worker fails; `CancellationError`.
    package func write(
        to path: String, packs: [String], progress: @escaping @Sendable (_ done: Int, _ total: Int) throws -> Void
    ) async throws -> SheetFile.Outcome {
        do {
            let decided = try await SheetExport.decided(configuration)
            return try await ConfiguredWorkers(configuration: configuration, command: command, logger: logger).local(
                count: 1, folders: JobFolders(out: configuration.out)
            ) { [configuration, options] pool in
                try await BlockingExecutor.run {
                    let out = OutputFolder(configuration.out)
                    let drawing: SheetFile.Drawing = { job in try Blocking.wait { try await pool.draw(job) } }
                    let document = try SheetDocument(
                        out: out, packs: packs, byteLimit: configuration.encode.byteLimit, decided: decided,
                        try SheetFile.texts(configuration.texts, for: options.format, drawing: drawing))
                    let file = SheetFile(document, out: out, options: options, drawing: drawing)
                    return try file.write(to: path, progress: progress)
                }
            }
        } catch {
            throw try SheetExport.failure(error)
        }
    }

    /// The times of the decisions, which are only in the state folder.
    ///
    /// - Throws: `DecisionError`.
    private static func decided(_ configuration: Configuration) async throws -> [Reviews.Key: String] {
        let decisions = try await DecisionStore.decisions(folder: configuration.stateFolder)
        return Dictionary(decisions.map { ($0.key, $0.decided) }) { _, last in last }
    }

    /// Converts an error into one for people.
    ///
    /// - Throws: an error that needs no further explanation.
    static func failure(_ error: any Error) throws -> any Error {
        // Workers are killed before their caller gets the error.
        try Task.checkCancellation()
        guard let failure = error as? WorkerFailure else { return error }
        // A failure of the render program explains itself.
        _ = try RenderRejection(failure)
        return EngineError.worker("The sheet could not be drawn. \(failure)")
    }
}
