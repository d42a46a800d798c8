import CryptoPrimitives
import FileAccess
import Foundation
import JobModel

/// Reads files in blocks, because a manifest can be larger than 50 MB.
extension OutputFolder {
    /// The size of a block in bytes.
    private static let blockSize = 1 << 18

    /// Whether a file has exactly these bytes.
    package func holds(_ bytes: [UInt8], at name: String) -> Bool {
        guard size(of: name) == bytes.count else { return false }
        var place = 0
        let isWhole = visitBlocks(of: name) { block in
            guard place + block.count <= bytes.count else { return false }
            defer { place += block.count }
            return bytes.withUnsafeBytes { bytes in
                guard let own = bytes.baseAddress, let other = block.baseAddress else { return block.isEmpty }
                return memcmp(own + place, other, block.count) == 0
            }
        }
        return isWhole && place == bytes.count
    }

    /// The SHA-256 of a file in lower-case hexadecimal. Nil if it cannot be read.
    package func digest(of name: String) -> String? {
        var hash = SHA256()
        let isWhole = visitBlocks(of: name) { block in
            hash.update(block)
            return true
        }
        return isWhole ? Digest.hexadecimal(hash.finalize()) : nil
    }

    /// The bytes of a file as `Data`, for decoders. Nil if it cannot be read.
    package func data(of name: String) -> Data? {
        isFile(name) ? try? Data(contentsOf: URL(filePath: absolute(name))) : nil
    }

    /// Passes a file to a closure block by block.
    ///
    /// - Parameter body: receives the next bytes. Returns false to stop.
    /// - Returns: whether the whole file was read.
    private func visitBlocks(of name: String, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        guard let file = try? OpenFile(absolute(name)) else { return false }
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: OutputFolder.blockSize, alignment: 16)
        defer { block.deallocate() }
        while true {
            guard let count = try? file.read(into: block) else { return false }
            if count == 0 { return true }
            guard body(UnsafeRawBufferPointer(rebasing: block[..<count])) else { return false }
        }
    }
}
