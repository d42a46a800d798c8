import Glibc
import TestSupport
import Testing

extension Workshop {
    /// Starts to watch, and waits until it has looked at everything.
    func watch(_ arguments: String...) async throws -> Command {
        let command = try start(["watch", "--json"] + arguments)
        try await eventually("it does not get ready: \(command.complaint)") {
            try happened("ready", in: command) > 0
        }
        return command
    }

    /// How often something happened while watching, to a path if one is given.
    func happened(_ kind: String, _ path: String? = nil, in command: Command) throws -> Int {
        guard !command.output.isEmpty else { return 0 }
        return try Event.read(command.output).count { $0.kind == kind && (path == nil || $0.text("path") == path) }
    }

    /// Ends a watch as a service manager does.
    func stop(_ command: Command) async throws {
        command.send(SIGTERM)
        #expect(try await command.ending().status == 0)
    }
}
