import ControlSocket
import FileAccess
import Foundation
import Publishing
import StateDatabase
import StickerConfiguration

/// Queries the status of an output from the running engine, or from the state folder if no engine runs.
package struct StatusQuery: Sendable {
    package enum Answer: Sendable {
        /// The engine answered.
        case running(EngineStatus)
        /// No process works on the output.
        case notRunning(EngineStatus)
        /// Another process holds the output and does not answer. `holder` is set if the kernel reports the process.
        case unreachable(EngineStatus)
        /// The user has no permission to ask the engine, or to find out whether one is running.
        case notPermitted(EngineStatus)
    }

    /// The maximum number of entries in a list, even if more are requested.
    package static let mostEntries = 5_000
    /// The time limit for the answer of an engine, which may just be starting.
    private static let patience = Duration.seconds(5)
    /// A watch that reloads its configuration releases the lock for a moment.
    private static let reloadTime = Duration.seconds(1)

    private let configuration: Configuration

    package init(_ configuration: Configuration) {
        self.configuration = configuration
    }

    /// - Parameter limit: the maximum number of entries of each list.
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
            // No watch answers, but the holder does.
            status.unreachable = nil
            return .notRunning(adding(status))
        case .unreachable(let status): return .unreachable(adding(status))
        case .notPermitted(let status): return .notPermitted(adding(status))
        }
    }

    /// The status of a build or rebuild that renders for this output. Nil if there is none.
    ///
    /// - Parameter name: the name of its socket file.
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

    /// The status from the manifest, the state database and the state folder.
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
