import Glibc

/// The worker's request to run the program of the second renderer.
struct ProgramRun: Codable {
    var arguments: [String]
    /// The size of the program's standard input in bytes.
    var inputSize: Int
    /// The maximum number of bytes that the program may write.
    var mostOutput: Int
    /// The limit of real time and of processor time, in seconds.
    var seconds: Int
    var memoryMegabytes: Int

    static let mostInput = 256 << 20

    /// Writes bytes to a descriptor.
    ///
    /// - Returns: whether all bytes were written.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count > 0 { rest = rest.dropFirst(count) } else if count == 0 || errno != EINTR { return false }
        }
        return true
    }

    /// - Returns: nil if the other process ended too early.
    static func read(_ size: Int, from descriptor: Int32) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            while filled < size {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled..<size])
                let count = Glibc.read(descriptor, rest.baseAddress, rest.count)
                if count > 0 { filled += count } else if count == 0 || errno != EINTR { return }
            }
        }
        return bytes.count == size ? bytes : nil
    }

    /// Writes the size of the data that follows, as four little-endian bytes.
    static func writeSize(_ size: Int, to descriptor: Int32) -> Bool {
        withUnsafeBytes(of: UInt32(clamping: size).littleEndian) { write($0, to: descriptor) }
    }

    static func readSize(from descriptor: Int32) -> Int? {
        read(4, from: descriptor)?.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
