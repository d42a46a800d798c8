import InotifyProtocol
import Testing

@Suite("A message between stickerd and stickerd-inotify")
struct InotifyMessageTests {
    /// Reads the messages in bytes that arrive in pieces of the given size.
    private func messages(_ bytes: [UInt8], pieces: Int) throws -> [InotifyMessage] {
        var reader = InotifyMessageReader()
        var found: [InotifyMessage] = []
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            reader.append(bytes[start..<min(start + pieces, bytes.count)])
            while let message = try reader.next() { found.append(message) }
        }
        return found
    }

    private static let replies: [InotifyReply] = [
        .ready(version: InotifyProtocol.version), .watching(7), .alive,
        .event(InotifyEvent(watch: 7, what: [.created, .folder], name: Array("a\nb".utf8))),
        .event(InotifyEvent(watch: -1, what: .overflow)),
        // The name is not UTF-8. A name consists of any bytes that the file system contains.
        .event(InotifyEvent(watch: 7, what: .closedAfterWrite, name: [0xff, 0x0a, 0x2f])),
        .failed(.outOfWatches(limit: 8_192)), .failed(.outOfWatches(limit: nil)), .failed(.outOfInstances(limit: 128)),
        .failed(.missing("/drop/ü")), .failed(.system(path: "/drop", code: 13)), .failed(.descriptor("no /proc")),
    ]

    @Test("is read as it was written, in pieces of any size", arguments: [1, 2, 3, 7, 64, 100_000])
    func roundTrip(pieces: Int) throws {
        var bytes: [UInt8] = []
        for reply in Self.replies { reply.append(to: &bytes) }
        #expect(try messages(bytes, pieces: pieces).map(InotifyReply.init) == Self.replies)
    }

    @Test("to watch a folder contains the unchanged name, including line breaks")
    func commands() throws {
        let commands: [InotifyCommand] = [.watch(path: Array("/drop/a\nb".utf8)), .unwatch(-5), .ping]
        var bytes: [UInt8] = []
        for command in commands { command.append(to: &bytes) }
        #expect(try messages(bytes, pieces: 5).map(InotifyCommand.init) == commands)
    }

    @Test("that is too long is refused before it has arrived")
    func tooLong() {
        #expect(throws: InotifyProtocolError.tooLong(0x7fff_ffff)) {
            try messages([0xff, 0xff, 0xff, 0x7f], pieces: 4)
        }
    }

    @Test("that is empty, too short or of an unknown kind is refused")
    func malformed() throws {
        #expect(throws: InotifyProtocolError.malformed(kind: 0)) { try messages([0, 0, 0, 0], pieces: 4) }
        let short = try messages([2, 0, 0, 0, 4, 1], pieces: 6)
        #expect(throws: InotifyProtocolError.malformed(kind: 4)) { try short.map(InotifyReply.init) }
        let unknown = try messages([1, 0, 0, 0, 99], pieces: 5)
        #expect(throws: InotifyProtocolError.malformed(kind: 99)) { try unknown.map(InotifyReply.init) }
        #expect(throws: InotifyProtocolError.malformed(kind: 99)) { try unknown.map(InotifyCommand.init) }
    }
}
