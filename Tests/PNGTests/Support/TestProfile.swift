/// ICC profiles that are valid, or invalid in one respect.
enum TestProfile {
    /// A profile of the given size that contains only a header.
    static func bytes(_ count: Int = 200, space: String = "RGB ", declared: Int? = nil, signature: String = "acsp")
        -> [UInt8]
    {
        var bytes = [UInt8](repeating: 0, count: count)
        bytes.replaceSubrange(0..<4, with: TestChunk.big(declared ?? count))
        bytes.replaceSubrange(16..<20, with: Array(space.utf8))
        bytes.replaceSubrange(36..<40, with: Array(signature.utf8))
        return bytes
    }

    static func chunk(_ profile: [UInt8], name: String = "a name", method: UInt8 = 0) -> TestChunk {
        TestChunk("iCCP", Array(name.utf8) + [0, method] + TestChunk.zlib(profile))
    }
}
