import ArgumentParser
import ControlSocket
import FileAccess
import Foundation
import Glibc
import StickerConfiguration

/// `stickerd attach`: leads an agent on another machine to a running rebuild, build or watch.
struct AttachCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach",
        abstract: "Connect an agent on another machine to a running rebuild, build or watch.",
        discussion: """
            Joins standard input and output to the rebuild, the build or the watch that works on this output. An agent \
            on another machine starts it, as a rule through ssh: stickerd-render --slots 32 --attach ssh stickers@control \
            stickerd attach. workers.attachedSlots in pipeline.json says how many slots may come. docs/operate/scale-out.md.

            Exit status: 0 the connection ended; 75 no agents are wanted now, try again later; 77 this user may not \
            connect.
            """)

    @OptionGroup var folders: FolderOptions

    func run() async throws {
        try await CommandRunner.run {
            let state = try folders.configuration().stateFolder
            let connection: ControlConnection
            do throws(AttachError) {
                connection = try AttachCommand.connect(state)
            } catch {
                Console.standardError.write("\(error.message)\n")
                return error.code
            }
            return await connection.withDescriptor { descriptor in
                do {
                    try await AttachCommand.join(descriptor, first: connection.takeRest())
                    return 0
                } catch {
                    Console.standardError.write("No agent can attach: \(error)\n")
                    return 75
                }
            }
        }
    }

    private struct AttachError: Error {
        var message: String
        var code: Int32
    }

    /// A rebuild has more to do than a build, as a rule, and a build than a watch.
    private static func connect(_ state: String) throws(AttachError) -> ControlConnection {
        var failure = ControlError.notListening
        for name in [ControlServer.renderFileName, ControlServer.buildFileName, ControlServer.fileName] {
            do {
                return try ControlClient(folder: state, name: name).attach(timeLimit: .seconds(10))
            } catch let error as ControlError {
                if error != .notListening { failure = error }
            } catch {
                throw AttachError(message: "\(error)", code: 75)
            }
        }
        let reason =
            failure == .notListening
            ? "no rebuild, build or watch is running on this output" : "\(failure)"
        throw AttachError(message: "No agent can attach: \(reason).", code: failure.isNotPermitted ? 77 : 75)
    }

    /// Copies in both directions until one side ends.
    private static func join(_ socket: Int32, first: [UInt8]) async throws {
        signal(SIGPIPE, SIG_IGN)
        try await ThreadStarter.system.startRetrying(stackSize: 8 << 20) {
            copy(from: STDIN_FILENO, to: socket)
            shutdown(socket, Int32(SHUT_WR))
        }
        try await BlockingExecutor.run {
            if write(first, to: STDOUT_FILENO) { copy(from: socket, to: STDOUT_FILENO) }
        }
    }

    private static func copy(from input: Int32, to output: Int32) {
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count = read(input, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                wait(for: input, POLLIN)
                continue
            }
            guard count > 0, write(buffer[..<count], to: output) else { return }
        }
    }

    private static func write(_ bytes: some Collection<UInt8>, to output: Int32) -> Bool {
        let bytes = Array(bytes)
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(output, $0.baseAddress.map { $0 + done }, $0.count - done) }
            if count > 0 {
                done += count
            } else if count < 0, errno == EAGAIN {
                wait(for: output, POLLOUT)
            } else if count == 0 || errno != EINTR {
                return false
            }
        }
        return true
    }

    private static func wait(for descriptor: Int32, _ events: Int32) {
        var watched = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        poll(&watched, 1, -1)
    }
}
