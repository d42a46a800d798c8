import FarmProtocol
import GRPCChannel
import RemoteExecutionMessages
import SwiftProtobuf
import Synchronization

/// The methods that stickerd calls, with their paths.
enum RemoteMethod: String {
    case getCapabilities = "/build.bazel.remote.execution.v2.Capabilities/GetCapabilities"
    case findMissingBlobs = "/build.bazel.remote.execution.v2.ContentAddressableStorage/FindMissingBlobs"
    case batchUpdateBlobs = "/build.bazel.remote.execution.v2.ContentAddressableStorage/BatchUpdateBlobs"
    case batchReadBlobs = "/build.bazel.remote.execution.v2.ContentAddressableStorage/BatchReadBlobs"
    case getActionResult = "/build.bazel.remote.execution.v2.ActionCache/GetActionResult"
    case updateActionResult = "/build.bazel.remote.execution.v2.ActionCache/UpdateActionResult"
    case execute = "/build.bazel.remote.execution.v2.Execution/Execute"
    case waitExecution = "/build.bazel.remote.execution.v2.Execution/WaitExecution"
    case read = "/google.bytestream.ByteStream/Read"
    case write = "/google.bytestream.ByteStream/Write"
    case cancelOperation = "/google.longrunning.Operations/CancelOperation"
}

/// Makes the calls to a farm, with the credentials in the settings.
final class RemoteServer: Sendable {
    let endpoint: FarmEndpoint
    /// The name of the farm's instance, which each request contains.
    let instance: String
    let figures: FigureCounter
    private let channel: GRPCChannel
    private let tokenFile: TokenFile?
    private let token = Mutex<String?>(nil)
    /// Whether a connection has failed since the last call of `takeInterruption`.
    private let isInterrupted = Mutex(false)

    /// - Throws: `FarmError` if the settings cannot be used; `ThreadRefusal` if a thread cannot be started.
    init(_ settings: FarmSettings, figures: FigureCounter) throws {
        endpoint = try FarmEndpoint(settings)
        instance = settings.instance
        tokenFile = settings.tokenFile.map { TokenFile(path: $0) }
        self.figures = figures
        do {
            channel = try GRPCChannel(target: endpoint.target, security: endpoint.security)
        } catch let failure as CallFailure {
            throw FarmError.settings("The connection to \(endpoint.name) cannot be prepared: \(failure.words).")
        }
    }

    /// Whether a connection has failed since the last call of this method.
    func takeInterruption() -> Bool {
        isInterrupted.withLock { isInterrupted in
            defer { isInterrupted = false }
            return isInterrupted
        }
    }

    // MARK: Calls

    /// Sends one message and returns the farm's message.
    ///
    /// - Throws: `CallFailure`; `FarmError` for an unusable token; `CancellationError`.
    func unary<Answer: Message>(
        _ method: RemoteMethod, _ request: some Message, within time: Duration = .seconds(30)
    ) async throws -> Answer {
        let request: [UInt8] = try request.serializedBytes()
        let answer = try await authorized { metadata in
            try await self.channel.unary(method.rawValue, request, metadata: metadata, within: time)
        }
        return try RemoteServer.decode(answer)
    }

    /// Sends one message and receives any number of messages.
    ///
    /// - Throws: the errors of `unary` and of `take`.
    func serverStreaming<Answer: Message>(
        _ method: RemoteMethod, _ request: some Message, within time: Duration,
        _ take: (Answer) async throws -> Void
    ) async throws {
        let request: [UInt8] = try request.serializedBytes()
        try await authorized { metadata in
            try await self.channel.serverStreaming(method.rawValue, request, metadata: metadata, within: time) {
                try await take(RemoteServer.decode($0))
            }
        }
    }

    /// Sends any number of messages and returns the farm's message.
    ///
    /// - Throws: the errors of `unary` and of `next`.
    func clientStreaming<Request: Message, Answer: Message>(
        _ method: RemoteMethod, within time: Duration, _ next: () async throws -> Request?
    ) async throws -> Answer {
        let answer = try await authorized { metadata in
            try await self.channel.clientStreaming(method.rawValue, metadata: metadata, within: time) {
                try await next()?.serializedBytes()
            }
        }
        return try RemoteServer.decode(answer)
    }

    private static func decode<Answer: Message>(_ bytes: [UInt8]) throws -> Answer {
        do {
            return try Answer(serializedBytes: bytes)
        } catch {
            throw CallFailure(.internal, "an answer cannot be read")
        }
    }

    /// Makes a call with the token. If the farm refuses the token and the file has a new one, makes the call again.
    private func authorized<Value>(_ call: ([(String, String)]) async throws -> Value) async throws -> Value {
        defer { figures.count { $0.calls += 1 } }
        guard let tokenFile else { return try await watched { try await call([]) } }
        let first = try currentToken(tokenFile)
        do {
            return try await watched { try await call(RemoteServer.metadata(first)) }
        } catch let failure as CallFailure where failure.code == .unauthenticated {
            token.withLock { if $0 == first { $0 = nil } }
            let second = try currentToken(tokenFile)
            guard second != first else { throw failure }
            return try await watched { try await call(RemoteServer.metadata(second)) }
        }
    }

    private static func metadata(_ token: String) -> [(String, String)] { [("authorization", "Bearer " + token)] }

    private func currentToken(_ file: TokenFile) throws -> String {
        try token.withLock { token in
            if let token { return token }
            let new = try file.token()
            token = new
            return new
        }
    }

    private func watched<Value>(_ call: () async throws -> Value) async throws -> Value {
        do {
            return try await call()
        } catch let failure as CallFailure {
            if failure.code == .unavailable || failure.code == .resourceExhausted { figures.count { $0.busy += 1 } }
            if failure.code == .unavailable {
                isInterrupted.withLock { $0 = true }
                token.withLock { $0 = nil }
            }
            throw failure
        }
    }

    // MARK: Repetition

    /// The maximum number of repetitions of a call, in addition to the first attempt.
    static let repetitions = 5

    /// The pause before a repetition: 0.5 s, doubled with each repetition up to 8 s. It is then shortened at random by
    /// up to a half, so that many jobs do not repeat their calls at the same time.
    static func pause(before repetition: Int) -> Duration {
        let longest = min(0.5 * Double(1 << min(max(repetition - 1, 0), 4)), 8)
        return .seconds(longest * Double.random(in: 0.5...1))
    }

    /// Makes a call. Repeats it if the farm cannot be reached.
    ///
    /// - Throws: the error of the last attempt.
    func repeating<Value>(_ call: () async throws -> Value) async throws -> Value {
        for repetition in 1...RemoteServer.repetitions {
            do {
                return try await call()
            } catch let failure as CallFailure where failure.code == .unavailable {
                figures.count { $0.retries += 1 }
                try await Task.sleep(for: RemoteServer.pause(before: repetition))
            }
        }
        return try await call()
    }

    /// The timeout for a call that transfers this number of bytes: 30 s, and the time for 50 kB per second.
    static func time(forBytes bytes: Int) -> Duration { .seconds(30 + bytes / 50_000) }
}

/// Counts the numbers that are reported to `stickerd`.
package final class FigureCounter: Sendable {
    private let figures = Mutex(FarmFigures())

    package init() {}

    func count(_ change: (inout FarmFigures) -> Void) { figures.withLock { change(&$0) } }

    var current: FarmFigures { figures.withLock { $0 } }
}
