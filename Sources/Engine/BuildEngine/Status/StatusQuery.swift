import ControlSocket
import FileAccess
import Foundation
import Publishing
import StateDatabase
import StickerConfiguration

/// Requests the status of an output from the running engine. If no engine is running, reads the status from the output
/// and state folders.
package struct StatusQuery: Sendable {
    package enum Answer: Sendable {
        /// The engine answered.
        case running(EngineStatus)
        /// No process uses the output.
        case notRunning(EngineStatus)
        /// Another process uses the output and does not answer. The property `holder` of the status identifies the
        /// process, if the process is known.
        case unreachable(EngineStatus)
        /// The user is not permitted to connect to the engine.
        case notPermitted(EngineStatus)
    }

    /// The maximum number of entries in a list, even if more are requested.
    package static let mostEntries = 5_000
    /// The time limit for the answer of an engine. It is long enough for an engine that is starting.
    private static let patience = Duration.seconds(5)
    /// The time for which a watch may release the lock while it reloads its configuration.
    private static let reloadTime = Duration.seconds(1)

    private let configuration: Configuration

    package init(_ configuration: Configuration) {
        self.configuration = configuration
    }

    /// Determines the status.
    ///
    /// - Parameter limit: the maximum number of entries in each list, at most `mostEntries`.
    /// - Throws: `CancellationError`.
    package func run(limit: Int) async throws -> Answer {
        let answer = try await engineAnswer(limit: limit)
        let rebuild = try await runStatus(ControlServer.renderFileName)
        let build = try await runStatus(ControlServer.buildFileName)
        func adding(_ status: EngineStatus) -> EngineStatus {
            var status = status
            (status.rebuild, status.build) = (rebuild, build)
            return status
        }
        switch answer {
        case .running(let status): return .running(adding(status))
        case .notRunning(let status): return .notRunning(adding(status))
        case .unreachable(var status) where build != nil && status.holder?.process == build?.process.process:
            // The process that uses the output is a build, and the build has already answered `runStatus`.
            status.unreachable = nil
            return .notRunning(adding(status))
        case .unreachable(let status): return .unreachable(adding(status))
        case .notPermitted(let status): return .notPermitted(adding(status))
        }
    }

    /// Requests the status of a running build or rebuild that uses the farm. Returns nil if no such run answers.
    ///
    /// - Parameter name: the name of the run's socket file.
    private func runStatus(_ name: String) async throws -> EngineStatus.Run? {
        let client = ControlClient(folder: configuration.stateFolder, name: name)
        do {
            let response = try await client.send(ControlRequest(.status, limit: 0), timeLimit: StatusQuery.patience)
            guard let status = response.status, let process = status.engine else { return nil }
            return EngineStatus.Run(process: process, rendering: status.rendering)
        } catch is ControlError {
            return nil
        }
    }

    private func engineAnswer(limit: Int) async throws -> Answer {
        let client = ControlClient(folder: configuration.stateFolder)
        let deadline = ContinuousClock.now.advanced(by: StatusQuery.patience)
        var wasFree = false
        while true {
            let error: ControlError
            do {
                let left = max(ContinuousClock.now.duration(to: deadline), .milliseconds(100))
                let response = try await client.send(ControlRequest(.status, limit: limit), timeLimit: left)
                if let status = response.status { return .running(status) }
                error = .unreadableResponse
            } catch let failure as ControlError {
                error = failure
            }
            let holder = try await BlockingExecutor.run { [configuration] in
                OutputLock.currentHolder(configuration)
            }
            // A watch that ends or reloads its configuration closes the connection.
            guard error == .notListening || error == .disconnected else {
                return try await unreachable(holder, error, limit: limit)
            }
            if let holder {
                wasFree = false
                guard holder.command == YieldingLock.command, ContinuousClock.now < deadline else {
                    return try await unreachable(holder, error, limit: limit)
                }
                try await Task.sleep(for: .milliseconds(100))
            } else {
                if wasFree { return .notRunning(try await storedStatus(limit: limit)) }
                wasFree = true
                try await Task.sleep(for: StatusQuery.reloadTime)
            }
        }
    }

    private func unreachable(_ holder: LockHolder?, _ error: ControlError, limit: Int) async throws -> Answer {
        var status = try await storedStatus(limit: limit)
        status.holder = holder.map(EngineStatus.Process.init)
        status.unreachable = "\(error)"
        return error.isNotPermitted ? .notPermitted(status) : .unreachable(status)
    }

    /// The status according to the manifest, the state database and the state folder.
    private func storedStatus(limit: Int) async throws -> EngineStatus {
        var status = try await BlockingExecutor.run { [configuration] in
            EngineStatus(
                configuration, published: PublishedSummary.read(Publisher(out: configuration.out)), limit: limit)
        }
        guard let ledger = await Ledger.openForReading(folder: configuration.stateFolder),
            let count = try? await ledger.count(except: .ignored),
            let sources = try? await ledger.sources(in: [.waiting, .duplicate, .superseded])
        else { return status }
        func listing(_ states: Set<SourceStatus>) -> EngineStatus.Listing {
            EngineStatus.Listing(
                sources.filter { states.contains($0.state) }.map { .bounded(path: $0.path, reason: $0.reason) },
                limit: limit)
        }
        status.sources.count = count
        status.sources.deferred = listing([.waiting])
        status.sources.unused = listing([.duplicate, .superseded])
        status.sources.unusedCount = status.sources.unused.count
        return status
    }
}
