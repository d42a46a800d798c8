import NIOPosix

/// Runs calls that block on the server's threads for them.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await NIOThreadPool.singleton.runIfActive { try body() }
}
