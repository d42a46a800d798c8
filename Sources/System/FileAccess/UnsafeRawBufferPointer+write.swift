import Glibc

extension UnsafeRawBufferPointer {
    /// Writes all bytes to a descriptor. Blocks until they are written.
    ///
    /// - Returns: the error if not all bytes could be written.
    package func write(to descriptor: Int32) -> SystemCallError? {
        var done = 0
        while done < count {
            let written = Glibc.write(descriptor, baseAddress.map { $0 + done }, count - done)
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return .latest }
            done += written
        }
        return nil
    }
}
