import Foundation
import Glibc

/// The result of a run of `stickerd rebuild --json`.
struct RebuildResult: Sendable {
    let status: Int32
    let complaint: String
    let events: [Event]

    init(_ ending: Command.Ending) throws {
        status = ending.status
        complaint = ending.complaint
        events = try Event.read(ending.output)
    }

    /// A number in the last line of the output, such as `rendered`, `takenOver` or `changes`.
    func total(_ key: String) -> Int? { last?.number(key) }
    /// The reason why nothing was published. Nil or empty if something was published.
    var held: String? { last?.text("held") }
    /// The sentences about problems that a person must solve, by path.
    var concerns: [String: String] { sentences("concern") }
    /// The sentences about repaired files, by path.
    var repaired: [String: String] { sentences("repaired") }
    var renderedPaths: [String] { events.filter { $0.kind == "rendered" }.compactMap { $0.text("path") } }

    private var last: Event? { events.last { $0.kind == "rebuilt" } }

    private func sentences(_ kind: String) -> [String: String] {
        let pairs = events.filter { $0.kind == kind }.map { ($0.text("path") ?? "", $0.text("message") ?? "") }
        return Dictionary(pairs) { first, _ in first }
    }
}

extension CLIFixture {
    /// Runs `stickerd rebuild --json`.
    @discardableResult
    func rebuild(
        _ arguments: String..., under wrapper: [String] = [], environment: [String: String] = [:]
    ) async throws -> RebuildResult {
        try await ConcurrencyLimit.runs.withPermit {
            let command = try self.start(["rebuild", "--json"] + arguments, under: wrapper, environment: environment)
            return try RebuildResult(await command.ending())
        }
    }

    /// The snapshots, the newest first.
    func history() async throws -> [Event] {
        try Event.read(await run("history", "--json").output)
    }

    /// Appends one byte to a file.
    func append(_ byte: UInt8, to name: String) throws {
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file(name)))
        try handle.seekToEnd()
        try handle.write(contentsOf: [byte])
        try handle.close()
    }

    /// Flips one bit of a file, without changing its timestamp.
    func flipBit(in name: String, at place: Int = 60) throws {
        let path = file(name)
        var status = stat()
        guard stat(path, &status) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try handle.seek(toOffset: UInt64(place))
        var byte = try handle.read(upToCount: 1) ?? Data()
        byte[byte.startIndex] ^= 1
        try handle.seek(toOffset: UInt64(place))
        try handle.write(contentsOf: byte)
        let times = [status.st_atim, status.st_mtim]
        guard futimens(handle.fileDescriptor, times) == 0 else { throw POSIXError(.EIO) }
        try handle.close()
    }
}
