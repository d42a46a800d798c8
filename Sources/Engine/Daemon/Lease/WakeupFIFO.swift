import Dispatch
import Glibc

/// Wakes a watch that sleeps: a FIFO in the state folder. Where there can be none, the watch looks by itself when it wakes.
final class WakeupFIFO {
    private static let fileName = "bell"
    private let source: any DispatchSourceRead

    /// - Parameter rung: called on a queue of its own, at least once after each ring.
    /// - Returns: nil where the file system has no FIFOs.
    init?(folder: String, rung: @escaping @Sendable () -> Void) {
        let path = folder + "/" + WakeupFIFO.fileName
        guard mkfifo(path, 0o600) == 0 || errno == EEXIST else { return nil }
        // Opened for writing as well, it never comes to its end.
        let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
            if descriptor >= 0 { close(descriptor) }
            return nil
        }
        source = DispatchSource.makeReadSource(
            fileDescriptor: descriptor, queue: DispatchQueue(label: "stickerd.bell"))
        source.setEventHandler {
            var buffer = [UInt8](repeating: 0, count: 64)
            while read(descriptor, &buffer, buffer.count) > 0 {}
            rung()
        }
        source.setCancelHandler { close(descriptor) }
        source.resume()
    }

    deinit { source.cancel() }

    /// Wakes the watch, if there is one.
    static func ring(folder: String) {
        let descriptor = open(folder + "/" + fileName, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var byte: UInt8 = 1
        _ = write(descriptor, &byte, 1)
    }
}
