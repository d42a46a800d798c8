import TestSupport

/// Decompresses bytes with gzip(1).
enum Gunzip {
    static func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        try folder.write(bytes, to: "packed.gz")
        let unpacked = try Tool.run(["gzip", "-dc", folder.file("packed.gz")], withErrors: false)
        return unpacked.status == 0 ? Array(unpacked.bytes) : []
    }
}
