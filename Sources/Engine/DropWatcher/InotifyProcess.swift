import CLinux
import EngineSupport
import FileAccess
import Foundation
import Glibc
import InotifyProtocol

/// A running `stickerd-inotify` program and its pipes. Must be used on one thread.
///
/// The program is separate because libinotifytools is GPL-2-only and must not be linked with the libraries of the other
/// programs (docs/reference/licensing.md). The library also has global state that it never frees.
package final class InotifyProcess {
    /// The time limit for the program to end after its input was closed, in milliseconds.
    private static let endTime: Int32 = 2_000

    let processID: pid_t
    /// A descriptor that becomes readable when there are events, or when the program has ended.
    let descriptor: Int32
    private let commands: Int32
    private let patience: InotifyPatience
    /// The time at which the program last sent a message.
    private var lastMessage = ContinuousClock.now
    private var replies = InotifyMessageReader()
    private var events: [InotifyEvent] = []
    /// The index of the next event in `events`.
    private var position = 0
    private var isOpen = true

    /// Whether events were already read from `descriptor` but not yet returned. The descriptor does not become
    /// readable for them.
    var hasEvents: Bool { position < events.count }

    /// Starts the program. From the first call on, the process ignores SIGPIPE, so that writing to an ended program
    /// does not end stickerd.
    ///
    /// - Parameter program: the absolute path of the program. Nil if it was not found.
    /// - Throws: `InotifyError.programUnusable`, `programEnded`, or the error that prevents the program from watching.
    package init(program: String?, patience: InotifyPatience) throws(InotifyError) {
        self.patience = patience
        guard let program else {
            throw .programUnusable(InstalledProgram.inotify, reason: "it is not installed")
        }
        signal(SIGPIPE, SIG_IGN)
        let input = try Self.pipe(for: program)
        let output: (read: Int32, write: Int32)
        do {
            output = try Self.pipe(for: program)
        } catch {
            for end in [input.read, input.write] { Glibc.close(end) }
            throw error
        }
        let spawned = Self.spawn(program, input: input.read, output: output.write)
        for end in [input.read, output.write] { Glibc.close(end) }
        (commands, descriptor) = (input.write, output.read)
        for end in [commands, descriptor] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        switch spawned {
        case .success(let processID): self.processID = processID
        case .failure(let error):
            for end in [commands, descriptor] { Glibc.close(end) }
            throw error
        }
        do throws(InotifyError) {
            guard case .ready(InotifyProtocol.version) = try answer() else {
                throw InotifyError.programUnusable(program, reason: "its version differs from that of stickerd")
            }
        } catch {
            close()
            throw error
        }
    }

    deinit { close() }

    /// Watches the direct contents of a folder. Symbolic links are followed. After this method returns, no event is
    /// missed.
    ///
    /// - Parameter folder: an absolute path without a trailing slash.
    /// - Returns: the number by which events refer to the watch. A folder that is already watched keeps its number.
    /// - Throws: `InotifyError.missing`, `outOfWatches`, `system` or `programEnded`.
    func watch(_ folder: String) throws(InotifyError) -> Int32 {
        try send(.watch(path: Array(folder.utf8)))
        guard case .watching(let watch) = try answer() else {
            throw .programEnded("sent an answer to another request")
        }
        return watch
    }

    /// Ends a watch. Does nothing if the watch has already ended.
    ///
    /// - Throws: `InotifyError.programEnded`.
    func unwatch(_ watch: Int32) throws(InotifyError) { try send(.unwatch(watch)) }

    /// Checks that the program still responds, if it has sent nothing for a while.
    ///
    /// - Throws: `InotifyError.programEnded` if it does not respond.
    func checkIsAlive() throws(InotifyError) {
        guard lastMessage.duration(to: .now) >= patience.quiet else { return }
        try send(.ping)
        guard case .alive = try answer() else { throw .programEnded("sent an answer to another request") }
    }

    /// The next event. Nil if none is available now.
    ///
    /// - Throws: `InotifyError.programEnded` if the program has ended. Events may then be lost, and no folder is
    ///   watched any more.
    func nextEvent() throws(InotifyError) -> InotifyEvent? {
        if !hasEvents {
            events.removeAll(keepingCapacity: true)
            position = 0
            while try receive() {
                if let reply = try takeReplies() { throw Self.unexpected(reply) }
                if hasEvents { break }
            }
        }
        guard hasEvents else { return nil }
        defer { position += 1 }
        return events[position]
    }

    /// Ends the program, and with it all watches. No other method may be called afterwards.
    func close() {
        guard isOpen else { return }
        isOpen = false
        Glibc.close(commands)
        // The pipe is closed when the program ends. If the program does not end in time, it is killed.
        var waiting = pollfd(fd: descriptor, events: 0, revents: 0)
        if poll(&waiting, 1, Self.endTime) <= 0 { kill(processID, SIGKILL) }
        Glibc.close(descriptor)
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0, errno == EINTR {}
    }

    private func send(_ command: InotifyCommand) throws(InotifyError) {
        var bytes: [UInt8] = []
        command.append(to: &bytes)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(commands, $0.baseAddress, $0.count) }
            if count < 0, errno == EAGAIN {
                try waitForRoom()
                continue
            }
            if count < 0, errno != EINTR { throw .programEnded("has ended (\(SystemCallError.latest))") }
            rest = rest.dropFirst(max(0, count))
        }
    }

    /// Waits until the program accepts more commands. The program itself may be waiting until its replies are read.
    private func waitForRoom() throws(InotifyError) {
        var waiting = [
            pollfd(fd: commands, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&waiting, 2, patience.answer) != 0 else { throw .programEnded("accepts no commands") }
        if waiting[1].revents != 0 { _ = try receive() }
    }

    /// Waits for the reply to a command. Events that arrive before the reply are stored.
    private func answer() throws(InotifyError) -> InotifyReply {
        while true {
            if let reply = try takeReplies() {
                // Events that arrived together with the reply are stored now, because the descriptor does not become
                // readable for them.
                if let other = try takeReplies() { throw Self.unexpected(other) }
                if case .failed(let error) = reply { throw error }
                return reply
            }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let count = poll(&waiting, 1, patience.answer)
            guard count != 0 else { throw .programEnded("does not answer") }
            _ = try receive()
        }
    }

    /// Stores received events up to the next reply to a command, and returns this reply. Nil if there is none.
    private func takeReplies() throws(InotifyError) -> InotifyReply? {
        do throws(InotifyProtocolError) {
            while let message = try replies.next() {
                guard case .event(let event) = try InotifyReply(message) else { return try InotifyReply(message) }
                events.append(event)
            }
            return nil
        } catch {
            throw .programEnded("violated the protocol: \(error)")
        }
    }

    /// Reads available output of the program.
    ///
    /// - Returns: false if no data is available now.
    private func receive() throws(InotifyError) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &buffer, buffer.count)
        if count > 0 {
            lastMessage = .now
            replies.append(buffer[..<count])
            return true
        }
        if count < 0, errno == EAGAIN || errno == EINTR { return false }
        throw .programEnded("has ended")
    }

    private static func unexpected(_ reply: InotifyReply) -> InotifyError {
        if case .failed(let error) = reply { error } else { .programEnded("sent an unexpected answer") }
    }

    private static func pipe(for program: String) throws(InotifyError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw .system(path: program, code: errno) }
        return (ends[0], ends[1])
    }

    /// Starts the program in a separate process group. Ctrl-C in a terminal then reaches only stickerd, which ends
    /// the program.
    private static func spawn(_ program: String, input: Int32, output: Int32) -> Result<pid_t, InotifyError> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
        var processID: pid_t = 0
        let code = withCStrings([program]) { arguments in
            withCStrings(environment) { environment in
                posix_spawn(&processID, program, &actions, &attributes, arguments, environment)
            }
        }
        if code != 0 { return .failure(.programUnusable(program, reason: "\(SystemCallError(code: code))")) }
        return .success(processID)
    }

    /// Calls a closure with a null-terminated array of C strings, as exec(3) requires.
    private static func withCStrings<Result>(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
        pointers.append(nil)
        defer { for pointer in pointers { free(pointer) } }
        return body(&pointers)
    }
}

/// The time limits for messages of the inotify program.
package struct InotifyPatience: Sendable {
    /// The time without a message after which the program must prove that it still responds.
    let quiet: Duration
    /// The time limit for a reply in milliseconds. The program makes one system call per reply.
    let answer: Int32

    package init(quiet: Duration = .seconds(30), answer: Int32 = 10_000) {
        self.quiet = quiet
        self.answer = answer
    }
}
