import CGRPC
import FileAccess
import Glibc

/// A channel to a gRPC server. The gRPC library opens as many connections as it needs.
///
/// It can be used on any thread. Its methods suspend and do not block threads.
package final class GRPCChannel: Sendable {
    /// The encryption and authentication of the connection.
    package enum Security: Sendable {
        case none
        /// The certificates and the key are PEM texts. If `roots` is nil, the system's certificate authorities are
        /// trusted.
        case tls(roots: String?, certificate: String?, key: String?)
    }

    // The library protects its objects with locks.
    nonisolated(unsafe) let channel: OpaquePointer
    nonisolated(unsafe) let queue: OpaquePointer

    /// The maximum size of a received message in bytes. gRPC's default is 4 MiB, but some servers send blobs in larger
    /// pieces.
    private static let longestMessage = 16 << 20

    /// Creates the channel. It connects at the first call.
    ///
    /// - Parameter target: `host:port` or `unix:/path`.
    /// - Throws: `CallFailure` if the library does not accept the credentials; `ThreadRefusal` if a thread cannot be
    ///   started.
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
        // The thread destroys the queue and ends when all batches have ended.
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

    /// The options of the channel, in milliseconds and bytes.
    private static let numbers: [(String, Int32)] = [
        // After 45 s, a connection that transmits nothing is considered broken.
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
        // All addresses of a host name are used, not only the first one.
        var policy = grpc_arg()
        (policy.type, policy.key) = (GRPC_ARG_STRING, text("grpc.lb_policy_name"))
        policy.value.string = text("round_robin")
        arguments.append(policy)
        return arguments.withUnsafeMutableBufferPointer {
            var all = grpc_channel_args(num_args: $0.count, args: $0.baseAddress)
            return body(&all)
        }
    }

    /// Resumes the functions that wait for batches, until the queue is shut down.
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
    /// Sends one message and returns the server's message.
    ///
    /// - Parameters:
    ///   - method: the path, such as `/package.Service/Method`.
    ///   - metadata: pairs of a name in lower case and a value.
    /// - Throws: `CallFailure`; `CancellationError`.
    package func unary(
        _ method: String, _ request: [UInt8], metadata: [(String, String)] = [], within time: Duration
    ) async throws -> [UInt8] {
        var answer: [UInt8]?
        try await serverStreaming(method, request, metadata: metadata, within: time) { answer = $0 }
        guard let answer else { throw CallFailure.withoutAnswer }
        return answer
    }

    /// Sends one message and receives any number of messages.
    ///
    /// - Parameter take: called with each received message. If it throws an error, the call ends.
    /// - Throws: the errors of `unary` and of `take`.
    package func serverStreaming(
        _ method: String, _ request: [UInt8], metadata: [(String, String)] = [], within time: Duration,
        _ take: ([UInt8]) async throws -> Void
    ) async throws {
        try await GRPCCall.perform(self, method, metadata: metadata, within: time) { call in
            guard await call.send(request, isLast: true) else { return }
            while let message = await call.receive() { try await take(message) }
        }
    }

    /// Sends any number of messages and returns the server's message.
    ///
    /// - Parameter next: returns the next message, or nil after the last one. It is no longer called once the server
    ///   has answered.
    /// - Throws: the errors of `unary` and of `next`.
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
