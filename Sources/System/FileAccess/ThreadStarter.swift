import Glibc

/// Runs blocking calls on separate threads. Foundation's `Thread` does not report that a thread was refused, so a caller
/// would wait forever.
package struct ThreadStarter: Sendable {
    /// The pauses between attempts to start a thread.
    private let pauses: [Duration]
    /// Starts a detached thread with a stack size in bytes. Returns 0 or an error number.
    private let create: @Sendable (Int, @escaping @Sendable () -> Void) -> Int32

    package init(
        pauses: [Duration] = ThreadStarter.pauses,
        create: @escaping @Sendable (Int, @escaping @Sendable () -> Void) -> Int32 = ThreadStarter.createThread
    ) {
        (self.pauses, self.create) = (pauses, create)
    }

    /// Starts a thread only if no earlier thread waits for work.
    package static let system = ThreadStarter(create: ReusedThreads.shared.run)

    /// The usual pauses. They double from 10 ms up to 1 s, and are about 5 s in total.
    package static let pauses: [Duration] = [10, 20, 40, 80, 160, 320, 640, 1000, 1000, 1000, 1000]
        .map { .milliseconds($0) }

    /// Tries once to start a thread.
    ///
    /// - Throws: `ThreadRefusal` if the system refuses the thread. `body` is then not called.
    package func start(stackSize: Int, _ body: @escaping @Sendable () -> Void) throws(ThreadRefusal) {
        let code = create(stackSize, body)
        guard code == 0 else { throw ThreadRefusal(code: code) }
    }

    /// Tries to start a thread, and repeats this for about 5 s if the system refuses it. Cancellation does not
    /// shorten this time.
    ///
    /// - Throws: `ThreadRefusal` if the system refuses the thread. `body` is then not called.
    package func startRetrying(
        stackSize: Int, _ body: @escaping @Sendable () -> Void
    ) async throws(ThreadRefusal) {
        for pause in pauses {
            if create(stackSize, body) == 0 { return }
            // The pause is in a separate task, because a cancelled task does not sleep.
            await Task.detached { try? await Task.sleep(for: pause) }.value
        }
        try start(stackSize: stackSize, body)
    }

    /// Does the same as `startRetrying`, for callers that may block.
    package func startBlocking(stackSize: Int, _ body: @escaping @Sendable () -> Void) throws(ThreadRefusal) {
        let code = Self.retrying(pauses) { create(stackSize, body) }
        guard code == 0 else { throw ThreadRefusal(code: code) }
    }

    /// Calls `create` until it returns 0 or all pauses are used. Blocks the thread.
    ///
    /// - Returns: the last result of `create`, which is 0 or an error number.
    package static func retrying(_ pauses: [Duration], _ create: () -> Int32) -> Int32 {
        for pause in pauses {
            if create() == 0 { return 0 }
            usleep(UInt32(pause / .microseconds(1)))
        }
        return create()
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Tries once to start a detached thread.
    package static let createThread: @Sendable (Int, @escaping @Sendable () -> Void) -> Int32 = { stackSize, body in
        var attributes = pthread_attr_t()
        var code = pthread_attr_init(&attributes)
        guard code == 0 else { return code }
        defer { pthread_attr_destroy(&attributes) }
        code = pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        guard code == 0 else { return code }
        code = pthread_attr_setstacksize(&attributes, stackSize)
        guard code == 0 else { return code }
        let argument = Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        code = SystemThread.create(
            &thread, &attributes,
            { argument in
                if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, argument.toOpaque())
        if code != 0 { argument.release() }
        return code
    }
}

/// A thread that the system did not start.
package struct ThreadRefusal: Error, Hashable, CustomStringConvertible {
    /// The error number of pthread_create.
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    package var description: String {
        "The system refuses another thread (\(SystemCallError(code: code))). Raise TasksMax= in the service unit, or the "
            + "pids limit of the container or user."
    }
}
