/// The first bytes of files in each format. A scan reads only these bytes.
enum FileSignatures {
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    static let gzip: [UInt8] = [0x1F, 0x8B, 0x08, 0x00]
    static let svg = Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)
}
