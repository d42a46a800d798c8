import CGRPC
import FileAccess
import Glibc

/// A gRPC server, reached over as many connections as the library opens.
///
/// Use it from any thread. Its methods suspend, and block no thread.
package final class GRPCChannel: Sendable {
    /// The protection of the connection.
    package enum Security: Sendable {
        case none
        /// Certificates and key are PEM. Without roots, the authorities of the system are accepted.
        case tls(roots: String?, certificate: String?, key: String?)
    }

    // The library guards its objects with locks.
    nonisolated(unsafe) let channel: OpaquePointer
    nonisolated(unsafe) let queue: OpaquePointer

    /// The largest message that is accepted. gRPC's own limit is 4 MiB; pieces of blobs can be larger on some servers.
    private static let longestMessage = 16 << 20

    /// Connects at the first call.
    ///
    /// - Parameter target: `host:port` or `unix:/path`.
    /// - Throws: `CallFailure` for credentials that the library refuses; `ThreadRefusal`.
    package init(target: String, security: Security) throws {
        grpc_init()
        guard let credentials = GRPCChannel.credentials(security) else {
            grpc_shutdown()
            throw CallFailure(.invalidArgument, "the certificate or the key is not usable")
        }
        defer { grpc_channel_credentials_release(credentials) }
        queue = grpc_completion_queue_create_for_next(nil)
        channel = GRPCChannel.withArguments { grpc_channel_create(target, credentials, $0) }
        nonisolated(unsafe) let queue = queue
        do {
            try ThreadStarter.system.startBlocking(stackSize: 1 << 18) { GRPCChannel.deliver(queue) }
        } catch {
            grpc_channel_destroy(channel)
            grpc_completion_queue_shutdown(queue)
            grpc_completion_queue_destroy(queue)
            grpc_shutdown()
            throw error
        }
    }

    deinit {
        grpc_channel_destroy(channel)
        // The thread ends when all batches have ended, and destroys the queue.
        grpc_completion_queue_shutdown(queue)
    }

    private static func credentials(_ security: Security) -> OpaquePointer? {
        switch security {
        case .none: return grpc_insecure_credentials_create()
        case .tls(let roots, let certificate?, let key?):
            return key.withCString { key in
                certificate.withCString { certificate in
                    var pair = grpc_ssl_pem_key_cert_pair(private_key: key, cert_chain: certificate)
                    return grpc_ssl_credentials_create(roots, &pair, nil, nil)
                }
            }
        case .tls(let roots, _, _): return grpc_ssl_credentials_create(roots, nil, nil, nil)
        }
    }

    /// Options of the channel, in milliseconds and bytes.
    private static let numbers: [(String, Int32)] = [
        // Detects a connection that delivers nothing, after 45 s.
        ("grpc.keepalive_time_ms", 30_000), ("grpc.keepalive_timeout_ms", 15_000),
        ("grpc.keepalive_permit_without_calls", 0),
        ("grpc.max_receive_message_length", Int32(longestMessage)),
        ("grpc.initial_reconnect_backoff_ms", 500), ("grpc.max_reconnect_backoff_ms", 20_000),
    ]

    private static func withArguments<Value>(_ body: (UnsafePointer<grpc_channel_args>) -> Value) -> Value {
        var texts: [UnsafeMutablePointer<CChar>?] = []
        func text(_ string: String) -> UnsafeMutablePointer<CChar>? {
            texts.append(strdup(string))
            return texts[texts.count - 1]
        }
        defer { for text in texts { free(text) } }
        var arguments = numbers.map { key, value in
            var argument = grpc_arg()
            (argument.type, argument.key, argument.value.integer) = (GRPC_ARG_INTEGER, text(key), value)
            return argument
        }
        // Uses all addresses of a name, not only the first.
        var policy = grpc_arg()
        (policy.type, policy.key) = (GRPC_ARG_STRING, text("grpc.lb_policy_name"))
        policy.value.string = text("round_robin")
        arguments.append(policy)
        return arguments.withUnsafeMutableBufferPointer {
            var all = grpc_channel_args(num_args: $0.count, args: $0.baseAddress)
            return body(&all)
        }
    }

    /// Resumes the callers of finished batches, until the queue is shut down.
    private static func deliver(_ queue: OpaquePointer) {
        while true {
            let event = grpc_completion_queue_next(queue, gpr_inf_future(GPR_CLOCK_REALTIME), nil)
            switch event.type {
            case GRPC_OP_COMPLETE: GRPCCall.resume(event.tag, hasSucceeded: event.success != 0)
            case GRPC_QUEUE_SHUTDOWN:
                grpc_completion_queue_destroy(queue)
                grpc_shutdown()
                return
            default: continue
            }
        }
    }
}

extension GRPCChannel {
    /// Sends one message and receives one.
    ///
    /// - Parameters:
    ///   - method: the path, such as `/package.Service/Method`.
    ///   - metadata: names in lower case, and values.
    /// - Throws: `CallFailure`; `CancellationError`.
    package func unary(
        _ method: String, _ request: [UInt8], metadata: [(String, String)] = [], within time: Duration
    ) async throws -> [UInt8] {
        var answer: [UInt8]?
        try await serverStreaming(method, request, metadata: metadata, within: time) { answer = $0 }
        guard let answer else { throw CallFailure.withoutAnswer }
        return answer
    }

    /// Sends one message and receives any number.
    ///
    /// - Parameter take: called for each message. An error ends the call.
    /// - Throws: as `unary`, and the errors of `take`.
    package func serverStreaming(
        _ method: String, _ request: [UInt8], metadata: [(String, String)] = [], within time: Duration,
        _ take: ([UInt8]) async throws -> Void
    ) async throws {
        try await GRPCCall.perform(self, method, metadata: metadata, within: time) { call in
            guard await call.send(request, isLast: true) else { return }
            while let message = await call.receive() { try await take(message) }
        }
    }

    /// Sends any number of messages and receives one.
    ///
    /// - Parameter next: returns the next message, and nil after the last. Not called again when the server has answered early.
    /// - Throws: as `unary`, and the errors of `next`.
    package func clientStreaming(
        _ method: String, metadata: [(String, String)] = [], within time: Duration,
        _ next: () async throws -> [UInt8]?
    ) async throws -> [UInt8] {
        var answer: [UInt8]?
        try await GRPCCall.perform(self, method, metadata: metadata, within: time) { call in
            var isOpen = true
            while isOpen, let piece = try await next() { isOpen = await call.send(piece, isLast: false) }
            if isOpen { await call.endSending() }
            answer = await call.receive()
        }
        guard let answer else { throw CallFailure.withoutAnswer }
        return answer
    }
}
