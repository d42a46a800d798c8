import EngineSupport
import FileAccess
import Foundation
import JobModel
import Logging
import Publishing

/// Determines the identity of the renderer on this machine, which is part of every fingerprint.
///
/// The last identity is stored in the state folder, with the timestamps of the program and of all files on which it
/// depends. While these are unchanged, no worker is asked, so a run with nothing to render starts no process.
package struct RendererIdentification: Sendable {
    /// The name of the file in the state folder that contains the last identity.
    package static let fileName = "render-identity.json"

    /// The command that starts a worker.
    let command: WorkerCommand
    /// The absolute path of the state folder.
    let stateFolder: String
    let logger: Logger

    package init(command: WorkerCommand, stateFolder: String, logger: Logger = .silent) {
        self.command = command
        self.stateFolder = stateFolder
        self.logger = logger
    }

    /// The identity of the renderer.
    ///
    /// - Parameters:
    ///   - pool: the workers to ask if the stored identity is not valid. Nil to start a separate worker.
    ///   - notice: called with a message if the fonts have changed since the last answer.
    /// - Throws: `EngineError.worker` if no worker answers or the program has another version; `CancellationError`.
    package func identity(
        asking pool: StickerPool? = nil, notice: @Sendable (String) -> Void = { _ in }
    ) async throws -> RenderIdentity {
        if let remembered = try await BlockingExecutor.run({ remembered() }) { return remembered }
        // A file that changes after this time may differ from the file that the worker has loaded.
        let begin = FileStat.now
        let description = try await description(asking: pool)
        let before = try await BlockingExecutor.run { memory()?.fonts }
        if let change = FontChange(from: before, to: description.fonts) {
            notice(
                "\(change) Text in SVGs and on sheets can look different. Published stickers stay as they are; "
                    + "`stickerd rebuild` renders them again.")
        }
        guard description.identity.pipeline == StickerdVersion.pipeline else {
            throw EngineError.worker(
                "\(command.executable): the render program belongs to another version of stickerd (pipeline "
                    + "\(description.identity.pipeline), expected \(StickerdVersion.pipeline)). Install both programs from "
                    + "the same release.")
        }
        try await BlockingExecutor.run { remember(description, before: begin) }
        return description.identity
    }

    /// Asks a worker for the description of the renderer.
    ///
    /// - Parameter pool: the workers to ask. Nil to start a separate worker.
    /// - Throws: `EngineError.worker`, `CancellationError`.
    package func description(asking pool: StickerPool? = nil) async throws -> RendererDescription {
        do {
            if let pool { return try await pool.description() }
            return try await askOwnWorker()
        } catch let failure as WorkerFailure {
            switch failure {
            case .didNotStart, .otherVersion: throw EngineError.worker("\(failure)")
            default: break
            }
            throw EngineError.worker(
                "\(command.executable): the render program did not say which libraries it uses. \(failure) Install "
                    + "stickerd again if the program is missing or damaged; `stickerd doctor` examines it.")
        }
    }

    private func askOwnWorker() async throws -> RendererDescription {
        try await StickerPool.withWorkers(
            count: 1, command: command, logger: logger
        ) { try await $0.description() }
    }

    // MARK: The last answer

    /// The stored answer with the timestamps for which it is valid.
    private struct Memory: Codable {
        var identity: RenderIdentity
        /// The names of the fonts. Nil in a file of an earlier version.
        var fonts: [String]?
        /// The timestamps by absolute path. Nil for a missing file.
        var stamps: [String: FileStat?]
    }

    /// The difference between the fonts of the last run and those of a description. Nil if there is none.
    package func fontChange(to description: RendererDescription) -> FontChange? {
        FontChange(from: memory()?.fonts, to: description.fonts)
    }

    private func memory() -> Memory? {
        OutputFolder(stateFolder).read(RendererIdentification.fileName, limit: 1 << 20).flatMap {
            try? JSONDecoder().decode(Memory.self, from: Data($0))
        }
    }

    /// The stored identity. Nil if there is none, or if the program or a file on which it depends has changed.
    private func remembered() -> RenderIdentity? {
        guard programIsCurrent, let memory = self.memory(), memory.identity.pipeline == StickerdVersion.pipeline,
            memory.stamps.keys.contains(command.executable),
            memory.stamps.allSatisfy({ FileStat(at: $0.key) == $0.value })
        else { return nil }
        return memory.identity
    }

    /// Stores an answer. If this fails, the next run asks a worker again.
    ///
    /// - Parameter begin: the time of the request, in nanoseconds since 1970. If a file has changed since then, nothing
    ///   is stored.
    private func remember(_ description: RendererDescription, before begin: Int) {
        guard programIsCurrent else { return }
        let paths = [command.executable] + description.files
        let memory = Memory(
            identity: description.identity, fonts: description.fonts,
            stamps: Dictionary(paths.map { ($0, FileStat(at: $0)) }) { first, _ in first })
        guard memory.stamps.values.allSatisfy({ $0.map { $0.changed < begin } ?? true }) else { return }
        guard let json = try? JSONEncoder.sorted.encode(memory) else { return }
        try? OutputFolder(stateFolder).write([UInt8](json), to: RendererIdentification.fileName)
    }

    /// Whether the opened program is still the file at its path. False after an upgrade during a watch. The answer of
    /// the old program must then not be stored for the new one.
    private var programIsCurrent: Bool {
        guard let program = command.program else { return true }
        return program.stamp == FileStat(at: command.executable)
    }
}
