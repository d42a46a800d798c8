import CZlib

/// A zlib stream that is written piece by piece, for what is too large to be held in memory: libdeflate, which makes all
/// others, needs everything at once.
struct ZlibStream: ~Copyable {
    // zlib remembers where its state lies, so it must not move.
    private let state: UnsafeMutablePointer<z_stream>
    private var room = [UInt8](repeating: 0, count: 65_536)
    /// What came out until now.
    private(set) var bytes: [UInt8] = []

    /// - Throws: `outOfMemory`.
    init() throws(PNGError) {
        state = .allocate(capacity: 1)
        state.initialize(to: z_stream())
        // Level 1: the most that pages gain by more is a tenth, for three times the time.
        let status = deflateInit2_(
            state, 1, Z_DEFLATED, 15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else {
            state.deallocate()
            throw .outOfMemory
        }
    }

    deinit {
        deflateEnd(state)
        state.deallocate()
    }

    /// Takes the first `count` bytes; zlib wants to be given what it may write to, but does not.
    mutating func append(_ piece: inout [UInt8], count: Int) {
        deflate(&piece, count: count, flush: Z_NO_FLUSH)
    }

    /// The whole stream.
    consuming func finished() -> [UInt8] {
        var nothing: [UInt8] = []
        deflate(&nothing, count: 0, flush: Z_FINISH)
        return bytes
    }

    private mutating func deflate(_ piece: inout [UInt8], count: Int, flush: Int32) {
        piece.withUnsafeMutableBufferPointer { input in
            state.pointee.next_in = input.baseAddress
            state.pointee.avail_in = UInt32(count)
            repeat {
                let written = room.withUnsafeMutableBufferPointer { output in
                    state.pointee.next_out = output.baseAddress
                    state.pointee.avail_out = UInt32(output.count)
                    CZlib.deflate(state, flush)
                    return output.count - Int(state.pointee.avail_out)
                }
                bytes += room[..<written]
            } while state.pointee.avail_out == 0
        }
    }
}
