/// Ways to write the path of one folder.
enum FolderSpelling {
    /// The same folder in a spelling of its own for each number: after the path, `./` for each one and `/` for each zero
    /// of the number in binary, the lowest first.
    ///
    /// - Parameters:
    ///   - folder: an absolute path without a slash at its end.
    ///   - serial: not 0.
    static func unique(_ folder: String, serial: UInt64) -> String {
        var spelling = folder + "/"
        var rest = serial
        while rest > 0 {
            spelling += rest & 1 == 1 ? "./" : "/"
            rest >>= 1
        }
        return spelling
    }
}
