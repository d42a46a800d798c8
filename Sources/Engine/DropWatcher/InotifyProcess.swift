import CLinux
import EngineSupport
import FileAccess
import Foundation
import Glibc
import InotifyProtocol

/// A running `stickerd-inotify` and its pipes. It belongs to one thread.
///
/// It is a separate program because libinotifytools is GPL-2-only and must not be linked with the libraries of the
/// other programs (docs/reference/licensing.md), and because the library has global state that it never frees.
package final class InotifyProcess {
    /// The time limit for the program to end after its input was closed, in milliseconds.
    private static let endTime: Int32 = 2_000

    let processID: pid_t
    /// Readable when there are events, or when the program has ended.
    let descriptor: Int32
    private let commands: Int32
    private let patience: InotifyPatience
    /// The time at which the program last sent something.
    private var lastMessage = ContinuousClock.now
    private var replies = InotifyMessageReader()
    private var events: [InotifyEvent] = []
    /// The place of the next event in `events`.
    private var position = 0
    private var isOpen = true

    /// Whether events have been read that are not yet delivered, so that `descriptor` does not report them.
    var hasEvents: Bool { position < events.count }

    /// Starts the program. SIGPIPE is ignored in the whole process from the first call on, because an ended program
    /// must not end stickerd.
    ///
    /// - Parameter program: its absolute path. Nil if it was not found.
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
                throw InotifyError.programUnusable(program, reason: "it is of another version than stickerd")
            }
        } catch {
            close()
            throw error
        }
    }

    deinit { close() }

    /// Watches the direct contents of a folder; a link is followed. When this returns, no event there is missed.
    ///
    /// - Parameter folder: an absolute path without a slash at its end.
    /// - Returns: the number of its events. A folder that is already watched keeps its number.
    /// - Throws: `InotifyError.missing`, `outOfWatches`, `system` or `programEnded`.
    func watch(_ folder: String) throws(InotifyError) -> Int32 {
        try send(.watch(path: Array(folder.utf8)))
        guard case .watching(let watch) = try answer() else {
            throw .programEnded("sent an answer to another request")
        }
        return watch
    }

    /// Ends a watch, unless it has already ended.
    ///
    /// - Throws: `InotifyError.programEnded`.
    func unwatch(_ watch: Int32) throws(InotifyError) { try send(.unwatch(watch)) }

    /// Checks that a program that has sent nothing for a while still responds.
    ///
    /// - Throws: `InotifyError.programEnded` when it gives none.
    func checkIsAlive() throws(InotifyError) {
        guard lastMessage.duration(to: .now) >= patience.quiet else { return }
        try send(.ping)
        guard case .alive = try answer() else { throw .programEnded("sent an answer to another request") }
    }

    /// The next event. Nil if none is available now.
    ///
    /// - Throws: `InotifyError.programEnded` if the program has ended: events may be lost, and nothing is watched any
    ///   more.
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

    /// Ends the program and all watches. No other method may be called after this.
    func close() {
        guard isOpen else { return }
        isOpen = false
        Glibc.close(commands)
        // Its pipe closes when the program ends. A program that does not end in time is killed.
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

    /// Waits until the program takes more commands. It may itself wait for its replies to be read.
    private func waitForRoom() throws(InotifyError) {
        var waiting = [
            pollfd(fd: commands, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&waiting, 2, patience.answer) != 0 else { throw .programEnded("takes no commands") }
        if waiting[1].revents != 0 { _ = try receive() }
    }

    /// Waits for the answer to a command; events that come before it are kept.
    private func answer() throws(InotifyError) -> InotifyReply {
        while true {
            if let reply = try takeReplies() {
                // These events arrived with the answer, so the descriptor does not become readable for them again.
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

    /// Keeps the events that have come in, up to the first reply that is an answer.
    private func takeReplies() throws(InotifyError) -> InotifyReply? {
        do throws(InotifyProtocolError) {
            while let message = try replies.next() {
                guard case .event(let event) = try InotifyReply(message) else { return try InotifyReply(message) }
                events.append(event)
            }
            return nil
        } catch {
            throw .programEnded("does not keep to the protocol: \(error)")
        }
    }

    /// - Returns: false when there is nothing to be read now.
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

    /// In a separate process group, so that Ctrl-C in a terminal reaches only stickerd, which then ends the program.
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

    /// Calls a function with a null-terminated list of C strings, as exec(3) requires.
    private static func withCStrings<Result>(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
        pointers.append(nil)
        defer { for pointer in pointers { free(pointer) } }
        return body(&pointers)
    }
}

/// The times that the program that watches folders has for its answers.
package struct InotifyPatience: Sendable {
    /// The time without a message after which a sign of life is requested from the program.
    let quiet: Duration
    /// Milliseconds for an answer. The program makes one system call for each.
    let answer: Int32

    package init(quiet: Duration = .seconds(30), answer: Int32 = 10_000) {
        self.quiet = quiet
        self.answer = answer
    }
}
