import Glibc

/// Sends a program its input and reads its output at the same time, with limits for the size and the duration.
struct ProgramExchange {
    /// The ends of the program's pipes. `run` closes them.
    let input: Int32
    let output: Int32

    private static let pieceSize = 256 << 10

    /// - Returns: the whole output. Nil if it was too large or arrived too late.
    func run(_ bytes: [UInt8], most: Int, until deadline: ContinuousClock.Instant) -> [UInt8]? {
        var (sent, isSending) = (0, true)
        defer {
            if isSending { close(input) }
            close(output)
        }
        for end in [input, output] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        var received: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: ProgramExchange.pieceSize)
        while true {
            if isSending, sent == bytes.count {
                isSending = false
                close(input)
            }
            guard wait(isSending: isSending, until: deadline) else { return nil }
            if isSending {
                let count = bytes.withUnsafeBytes { write(input, $0.baseAddress.map { $0 + sent }, $0.count - sent) }
                if count > 0 { sent += count }
                // A program that no longer reads its input may still write its output.
                if count < 0, errno != EAGAIN, errno != EINTR { sent = bytes.count }
            }
            let count = read(output, &piece, piece.count)
            if count == 0 { return received }
            guard count > 0 else {
                if errno == EAGAIN || errno == EINTR { continue }
                return nil
            }
            received += piece[..<count]
            guard received.count <= most else { return nil }
        }
    }

    /// - Returns: false if the deadline has passed.
    private func wait(isSending: Bool, until deadline: ContinuousClock.Instant) -> Bool {
        var waiting = [pollfd(fd: output, events: Int16(POLLIN), revents: 0)]
        if isSending { waiting.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0)) }
        let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
        guard left > 0 else { return false }
        return poll(&waiting, nfds_t(waiting.count), Int32(min(left, 3_600_000)) + 1) >= 0 || errno == EINTR
    }
}
