import EngineSupport
import FileAccess
import Glibc
import JobModel
import Publishing
import StateDatabase
import Synchronization
import WorkerProtocol

/// The folder that takes finished files on their way to the published assets: made when the first is needed, so that a
/// run that changes nothing writes nothing.
///
/// Workers write to a folder in it, and what they say of their files is not relied on: `take` copies each to the staging
/// folder itself, which workers cannot write to, if its content is what its name says.
final class Staging: Sendable {
    private struct Place {
        var path: String
        /// Held as long as the folder is in use; nil for one that nobody clears away.
        var lock: OutputLock?
    }

    /// A lock in the folder, and not its process's number, says that somebody uses it: numbers are reused, and are
    /// others in a container.
    private static let lockFile = "in-use.lock"

    private let make: @Sendable () throws -> Place
    private let clear: @Sendable () -> Void
    /// Where finished files go from here; nil where they stay.
    private let published: OutputFolder?
    private let place = Mutex<Place?>(nil)

    /// A folder in the output folder that nobody else uses.
    init(publisher: Publisher) {
        make = {
            let path = try publisher.openStaging()
            do {
                return Place(
                    path: path, lock: try OutputLock.take(folder: path, command: "staging", file: Staging.lockFile))
            } catch {
                publisher.closeStaging()
                throw error
            }
        }
        clear = { publisher.closeStaging() }
        published = publisher.folder
    }

    /// A folder that is there and stays, with a folder for workers in it.
    ///
    /// - Parameter folder: absolute path.
    init(folder: String) {
        make = { Place(path: folder) }
        clear = {}
        published = nil
    }

    /// Whether a process that lives uses a folder.
    ///
    /// - Parameter folder: absolute path.
    static func isInUse(_ folder: String) -> Bool { OutputLock.isHeld(folder: folder, file: lockFile) }

    /// The absolute path of the folder for verified files.
    ///
    /// - Throws: `PublishError`; `DaemonError` when it cannot be marked as being in use.
    func open() throws -> String {
        try place.withLock { place in
            if let place { return place.path }
            let made = try make()
            place = made
            return made.path
        }
    }

    /// The absolute path of the folder that workers write to.
    ///
    /// - Throws: as `open`.
    func openWork() throws -> String { try open() + "/" + Publisher.workName }

    /// Takes over files that a worker says it has written.
    ///
    /// - Throws: `RejectedAnswer` when one is not what the worker says; `PublishError`, `DaemonError`.
    func take(_ files: [RenderedSticker.File]) async throws {
        try await BlockingExecutor.run { [self] in
            let folder = OutputFolder(try open())
            for file in Set(files) {
                let work = "\(Publisher.workName)/\(file.contentName)"
                // Two sources can come to the same picture at the same time.
                if !folder.isFile(file.contentName), folder.exists(work) || !isPublished(file) {
                    try Staging.copy(
                        folder.absolute(work), to: folder.absolute(file.contentName), sha256: file.sha256,
                        bytes: file.bytes)
                }
                try folder.remove(work)
            }
        }
    }

    /// Takes over a file by its name in the folder that workers write to.
    ///
    /// - Throws: as `take(_:)`.
    func take(_ name: String, sha256: String, bytes: Int) async throws {
        try await BlockingExecutor.run { [self] in
            let folder = try open()
            let work = "\(folder)/\(Publisher.workName)/\(name)"
            try Staging.copy(work, to: "\(folder)/\(name)", sha256: sha256, bytes: bytes)
            unlink(work)
        }
    }

    private func isPublished(_ file: RenderedSticker.File) -> Bool {
        guard let published else { return false }
        let asset = OutputNames.asset(file)
        return published.isFile(asset) && published.digest(of: asset) == file.sha256
    }

    private static func copy(_ source: String, to target: String, sha256: String, bytes: Int) throws {
        do {
            try ContentFile.copyVerified(source, to: target, sha256: sha256, bytes: bytes)
        } catch let mismatch as ContentFile.Mismatch {
            throw RejectedAnswer("\(mismatch)")
        } catch let error as JobError {
            throw DaemonError(WorkerFault(error))
        }
    }

    /// Removes it and what is left in it.
    func close() {
        place.withLock { place in
            if place != nil { clear() }
            place = nil
        }
    }
}
