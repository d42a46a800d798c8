import Glibc
import Inotify
import InotifyProtocol

/// Executes the commands of one control process, and reports events in the watched folders to it.
final class InotifyServer {
    /// The maximum number of events that are reported before the next check for commands.
    private static let mostEvents = 8_192

    private let input: Int32
    private let output: Int32
    private var commands = InotifyMessageReader()
    private var replies: [UInt8] = []
    /// Whether the library may have more events in its buffer. Its descriptor is not readable because of these events.
    private var hasMoreEvents = false
    /// The watches that still exist. The library prints an error if a watch that does not exist is removed.
    private var live: Set<Int32> = []

    /// - Parameters:
    ///   - input: the descriptor from which commands are read.
    ///   - output: the descriptor to which replies are written.
    init(input: Int32, output: Int32) {
        self.input = input
        self.output = output
    }

    /// Serves until the input ends.
    ///
    /// - Returns: the program's exit status: 0 if the control process has closed a pipe, 1 if folders cannot be watched
    ///   here, 2 if the input violates the protocol.
    func run() -> Int32 {
        let session: InotifySession
        do {
            session = try InotifySession()
        } catch {
            InotifyReply.failed(error).append(to: &replies)
            _ = flush()
            return 1
        }
        defer { session.close() }
        InotifyReply.ready(version: InotifyProtocol.version).append(to: &replies)
        while flush() {
            var waiting = [
                pollfd(fd: input, events: Int16(POLLIN), revents: 0),
                pollfd(fd: session.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&waiting, 2, hasMoreEvents ? 0 : -1) >= 0 || errno == EINTR else { return 1 }
            // Events are reported before commands are executed, so that events before a command are reported before its
            // answer.
            if hasMoreEvents || waiting[1].revents != 0 { report(session) }
            guard waiting[0].revents != 0 else { continue }
            do {
                guard try readCommands(session) else { return 0 }
            } catch {
                return 2
            }
        }
        return 0
    }

    private func report(_ session: InotifySession) {
        hasMoreEvents = true
        for _ in 0..<Self.mostEvents {
            guard let event = session.nextEvent() else {
                hasMoreEvents = false
                return
            }
            if event.what.contains(.ignored) { live.remove(event.watch) }
            InotifyReply.event(event).append(to: &replies)
        }
    }

    /// - Returns: false at the end of the input.
    private func readCommands(_ session: InotifySession) throws(InotifyProtocolError) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(input, &buffer, buffer.count)
        guard count > 0 else { return count < 0 && errno == EINTR }
        commands.append(buffer[..<count])
        while let message = try commands.next() {
            switch try InotifyCommand(message) {
            case .watch(let path): watch(String(decoding: path, as: UTF8.self), in: session)
            case .unwatch(let watch): if live.remove(watch) != nil { session.unwatch(watch) }
            case .ping: InotifyReply.alive.append(to: &replies)
            }
        }
        return true
    }

    private func watch(_ folder: String, in session: InotifySession) {
        do {
            let watch = try session.watch(folder)
            live.insert(watch)
            InotifyReply.watching(watch).append(to: &replies)
        } catch {
            InotifyReply.failed(error).append(to: &replies)
        }
    }

    /// Writes all replies. If the control process does not read them, this call blocks, the kernel's queue fills, and
    /// lost events are reported as an overflow.
    ///
    /// - Returns: false if no process reads the replies any more.
    private func flush() -> Bool {
        var rest = replies[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { return false }
            rest = rest.dropFirst(max(0, count))
        }
        replies.removeAll(keepingCapacity: true)
        return true
    }
}
