import Publishing

extension OutputFolder {
    /// The path with every name in the folder's spelling. File systems and version control may store a name in another
    /// Unicode form, and on a Mac both are the same file.
    ///
    /// - Returns: the path itself if the file does not exist.
    package func spelling(of path: String) -> String {
        guard !path.allSatisfy(\.isASCII) else { return path }
        var spelled = ""
        for name in path.split(separator: "/") {
            let candidate = spelled.isEmpty ? String(name) : "\(spelled)/\(name)"
            guard !exists(candidate) else {
                spelled = candidate
                continue
            }
            // In Swift, canonically equivalent strings are equal.
            let twin = OutputFolder(absolute(spelled)).children().first { $0 == String(name) }
            spelled = twin.map { spelled.isEmpty ? $0 : "\(spelled)/\($0)" } ?? candidate
        }
        return spelled
    }
}
