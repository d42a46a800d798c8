import CGRPC

/// A call in progress.
///
/// The gRPC library writes into `received` until all batches of the call have ended. The memory is therefore allocated
/// separately.
final class GRPCCall: Sendable {
    private struct Received {
        var initial = grpc_metadata_array()
        var trailing = grpc_metadata_array()
        var message: UnsafeMutablePointer<grpc_byte_buffer>?
        var status = GRPC_STATUS_UNKNOWN
        var details = grpc_empty_slice()
    }

    // The library protects the call with locks. Each field of `received` is used by one batch at a time.
    private nonisolated(unsafe) let call: OpaquePointer
    private nonisolated(unsafe) let received: UnsafeMutablePointer<Received>

    /// The value of GRPC_PROPAGATE_DEFAULTS, a macro that Swift cannot import.
    private static let propagation: UInt32 = 0xFFFF

    private init(_ channel: GRPCChannel, _ method: String, within time: Duration) {
        let deadline = gpr_time_add(
            gpr_now(GPR_CLOCK_MONOTONIC), gpr_time_from_millis(Int64(time / .milliseconds(1)), GPR_TIMESPAN))
        let path = grpc_slice_from_copied_string(method)
        call = grpc_channel_create_call(
            channel.channel, nil, GRPCCall.propagation, channel.queue, path, nil, deadline, nil)
        grpc_slice_unref(path)
        received = .allocate(capacity: 1)
        received.initialize(to: Received())
    }

    deinit {
        grpc_metadata_array_destroy(&received.pointee.initial)
        grpc_metadata_array_destroy(&received.pointee.trailing)
        grpc_slice_unref(received.pointee.details)
        if let message = received.pointee.message { grpc_byte_buffer_destroy(message) }
        received.deallocate()
        grpc_call_unref(call)
    }

    /// Makes a call and waits for its status.
    ///
    /// - Parameter body: sends and receives the messages.
    /// - Throws: `CallFailure`; `CancellationError`; the errors of `body`.
    static func perform(
        _ channel: GRPCChannel, _ method: String, metadata: [(String, String)], within time: Duration,
        _ body: (GRPCCall) async throws -> Void
    ) async throws {
        let call = GRPCCall(channel, method, within: time)
        try await withTaskCancellationHandler {
            async let status = call.status()
            do {
                if await call.begin(metadata) { try await body(call) }
            } catch {
                call.cancel()
                _ = await status
                throw error
            }
            let failure = await status
            try Task.checkCancellation()
            if let failure { throw failure }
        } onCancel: {
            call.cancel()
        }
    }

    private func cancel() { grpc_call_cancel(call, nil) }

    // MARK: Batches

    /// Holds the continuation of the function that waits for a batch of operations.
    private final class Batch: Sendable {
        let continuation: CheckedContinuation<Bool, Never>
        init(_ continuation: CheckedContinuation<Bool, Never>) { self.continuation = continuation }
    }

    /// Resumes the function that waits for a batch.
    static func resume(_ tag: UnsafeMutableRawPointer?, hasSucceeded: Bool) {
        guard let tag else { return }
        Unmanaged<Batch>.fromOpaque(tag).takeRetainedValue().continuation.resume(returning: hasSucceeded)
    }

    /// - Returns: whether the operations have succeeded. If not, the status of the call has the reason.
    private func carryOut(_ operations: [grpc_op]) async -> Bool {
        await withCheckedContinuation { continuation in
            let batch = Unmanaged.passRetained(Batch(continuation))
            let code = grpc_call_start_batch(call, operations, operations.count, batch.toOpaque(), nil)
            if code != GRPC_CALL_OK { GRPCCall.resume(batch.toOpaque(), hasSucceeded: false) }
        }
    }

    private static func operation(_ type: grpc_op_type, _ fill: (inout grpc_op) -> Void = { _ in }) -> grpc_op {
        var operation = grpc_op()
        operation.op = type
        fill(&operation)
        return operation
    }

    private func begin(_ metadata: [(String, String)]) async -> Bool {
        let entries = UnsafeMutableBufferPointer<grpc_metadata>.allocate(capacity: metadata.count)
        for (place, (name, value)) in metadata.enumerated() {
            var entry = grpc_metadata()
            entry.key = grpc_slice_from_copied_string(name)
            entry.value = grpc_slice_from_copied_string(value)
            entries.initializeElement(at: place, to: entry)
        }
        defer {
            for entry in entries {
                grpc_slice_unref(entry.key)
                grpc_slice_unref(entry.value)
            }
            entries.deallocate()
        }
        return await carryOut([
            GRPCCall.operation(GRPC_OP_SEND_INITIAL_METADATA) {
                $0.data.send_initial_metadata.count = metadata.count
                $0.data.send_initial_metadata.metadata = entries.baseAddress
            }
        ])
    }

    /// - Returns: false if the call has ended.
    func send(_ message: [UInt8], isLast: Bool) async -> Bool {
        var slice = message.withUnsafeBytes { grpc_slice_from_copied_buffer($0.baseAddress, $0.count) }
        let buffer = grpc_raw_byte_buffer_create(&slice, 1)
        grpc_slice_unref(slice)
        defer { grpc_byte_buffer_destroy(buffer) }
        var operations = [GRPCCall.operation(GRPC_OP_SEND_MESSAGE) { $0.data.send_message.send_message = buffer }]
        if isLast { operations.append(GRPCCall.operation(GRPC_OP_SEND_CLOSE_FROM_CLIENT)) }
        return await carryOut(operations)
    }

    func endSending() async { _ = await carryOut([GRPCCall.operation(GRPC_OP_SEND_CLOSE_FROM_CLIENT)]) }

    /// - Returns: nil after the last message.
    func receive() async -> [UInt8]? {
        let isDone = await carryOut([
            GRPCCall.operation(GRPC_OP_RECV_MESSAGE) {
                $0.data.recv_message.recv_message = withUnsafeMutablePointer(to: &received.pointee.message) { $0 }
            }
        ])
        guard isDone, let buffer = received.pointee.message else { return nil }
        received.pointee.message = nil
        defer { grpc_byte_buffer_destroy(buffer) }
        var reader = grpc_byte_buffer_reader()
        guard grpc_byte_buffer_reader_init(&reader, buffer) != 0 else { return nil }
        var slice = grpc_byte_buffer_reader_readall(&reader)
        grpc_byte_buffer_reader_destroy(&reader)
        defer { grpc_slice_unref(slice) }
        return GRPCCall.bytes(&slice)
    }

    /// - Returns: nil if the call has succeeded.
    private func status() async -> CallFailure? {
        _ = await carryOut([
            GRPCCall.operation(GRPC_OP_RECV_INITIAL_METADATA) {
                $0.data.recv_initial_metadata.recv_initial_metadata = withUnsafeMutablePointer(
                    to: &received.pointee.initial
                ) { $0 }
            },
            GRPCCall.operation(GRPC_OP_RECV_STATUS_ON_CLIENT) {
                $0.data.recv_status_on_client.trailing_metadata = withUnsafeMutablePointer(
                    to: &received.pointee.trailing
                ) { $0 }
                $0.data.recv_status_on_client.status = withUnsafeMutablePointer(to: &received.pointee.status) { $0 }
                $0.data.recv_status_on_client.status_details = withUnsafeMutablePointer(
                    to: &received.pointee.details
                ) { $0 }
            },
        ])
        guard received.pointee.status != GRPC_STATUS_OK else { return nil }
        let words = String(decoding: GRPCCall.bytes(&received.pointee.details), as: UTF8.self)
        return CallFailure(CallFailure.Code(rawValue: received.pointee.status.rawValue) ?? .unknown, words)
    }

    private static func bytes(_ slice: inout grpc_slice) -> [UInt8] {
        Array(UnsafeBufferPointer(start: stickerd_slice_bytes(&slice), count: stickerd_slice_count(&slice)))
    }
}
