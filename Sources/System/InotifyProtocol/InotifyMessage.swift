/// A request to the program that watches folders.
package enum InotifyCommand: Sendable, Equatable {
    /// Requests to watch the direct contents of a folder. Contains the bytes of its absolute path. Requests are
    /// answered with `InotifyReply.watching` or `InotifyReply.failed`, in their order.
    case watch(path: [UInt8])
    /// Ends a watch. The command is not answered, and is ignored if the watch has already ended.
    case unwatch(Int32)
    /// Requests `InotifyReply.alive`, to check that the program still runs although it has sent nothing for a while.
    case ping
}

/// A report of the program that watches folders.
package enum InotifyReply: Sendable, Equatable {
    /// The program is ready for commands. Contains its version of the protocol. This is always the first reply.
    case ready(version: UInt32)
    /// The requested folder is watched. Contains the number of the watch.
    case watching(Int32)
    /// The answer to a ping.
    case alive
    /// The requested folder cannot be watched. Before `ready`, no folder can be watched.
    case failed(InotifyError)
    case event(InotifyEvent)
}

/// The reason why bytes on the pipe are not a message.
package enum InotifyProtocolError: Error, Equatable, CustomStringConvertible {
    /// The declared length of the message exceeds the limit.
    case tooLong(Int)
    /// The kind of the message is unknown, or the message is too short for its kind.
    case malformed(kind: UInt8)

    package var description: String {
        switch self {
        case .tooLong(let count): "a message of \(count) bytes is longer than any message may be"
        case .malformed(let kind): "a message of kind \(kind) cannot be read"
        }
    }
}

/// The form of the messages on the pipes between `stickerd` and `stickerd-inotify`. A message consists of the number
/// of the following bytes (4 bytes), its kind (1 byte), and the values of this kind. Numbers are little-endian. Names
/// are bytes, so that any file name is possible.
package enum InotifyProtocol {
    package static let version: UInt32 = 2
    /// The maximum length of a message in bytes, without its length field. A path of PATH_MAX bytes fits.
    package static let longestMessage = 16_384
}

extension InotifyCommand {
    package func append(to bytes: inout [UInt8]) {
        switch self {
        case .watch(let path): bytes.appendMessage(kind: 1, text: path)
        case .unwatch(let watch): bytes.appendMessage(kind: 2, numbers: [UInt32(bitPattern: watch)])
        case .ping: bytes.appendMessage(kind: 3)
        }
    }

    /// - Throws: `InotifyProtocolError.malformed`.
    package init(_ message: InotifyMessage) throws(InotifyProtocolError) {
        var fields = message.fields
        switch message.kind {
        case 1: self = .watch(path: Array(fields.bytes))
        case 2: self = .unwatch(Int32(bitPattern: try fields.takeNumber()))
        case 3: self = .ping
        default: throw .malformed(kind: message.kind)
        }
    }
}

extension InotifyReply {
    package func append(to bytes: inout [UInt8]) {
        switch self {
        case .ready(let version): bytes.appendMessage(kind: 1, numbers: [version])
        case .watching(let watch): bytes.appendMessage(kind: 2, numbers: [UInt32(bitPattern: watch)])
        case .failed(let error):
            let (cause, number, text) = error.fields
            bytes.appendMessage(kind: 3, numbers: [cause, UInt32(bitPattern: number)], text: Array(text.utf8))
        case .event(let event):
            bytes.appendMessage(
                kind: 4, numbers: [UInt32(bitPattern: event.watch), event.what.rawValue], text: event.name)
        case .alive: bytes.appendMessage(kind: 5)
        }
    }

    /// - Throws: `InotifyProtocolError.malformed`.
    package init(_ message: InotifyMessage) throws(InotifyProtocolError) {
        var fields = message.fields
        switch message.kind {
        case 1: self = .ready(version: try fields.takeNumber())
        case 2: self = .watching(Int32(bitPattern: try fields.takeNumber()))
        case 3:
            let (cause, number) = (try fields.takeNumber(), Int32(bitPattern: try fields.takeNumber()))
            let text = String(decoding: fields.bytes, as: UTF8.self)
            guard let error = InotifyError(cause: cause, number: number, text: text) else {
                throw .malformed(kind: message.kind)
            }
            self = .failed(error)
        case 4:
            let (watch, what) = (Int32(bitPattern: try fields.takeNumber()), try fields.takeNumber())
            self = .event(
                InotifyEvent(watch: watch, what: InotifyEvent.What(rawValue: what), name: Array(fields.bytes)))
        case 5: self = .alive
        default: throw .malformed(kind: message.kind)
        }
    }
}

extension InotifyError {
    /// The value for a limit that could not be read.
    private static let unknown: Int32 = -1

    fileprivate var fields: (cause: UInt32, number: Int32, text: String) {
        switch self {
        case .inUse: (1, 0, "")
        case .outOfWatches(let limit): (2, limit.map { Int32(clamping: $0) } ?? Self.unknown, "")
        case .outOfInstances(let limit): (3, limit.map { Int32(clamping: $0) } ?? Self.unknown, "")
        case .missing(let path): (4, 0, path)
        case .system(let path, let code): (5, code, path)
        case .descriptor(let reason): (6, 0, reason)
        case .programUnusable(let program, let reason): (7, 0, "\(program): \(reason)")
        case .programEnded(let what): (8, 0, what)
        }
    }

    fileprivate init?(cause: UInt32, number: Int32, text: String) {
        let limit = number == Self.unknown ? nil : Int(number)
        switch cause {
        case 1: self = .inUse
        case 2: self = .outOfWatches(limit: limit)
        case 3: self = .outOfInstances(limit: limit)
        case 4: self = .missing(text)
        case 5: self = .system(path: text, code: number)
        case 6: self = .descriptor(text)
        case 8: self = .programEnded(text)
        default: return nil
        }
    }
}
