/// The rules for bundle identifiers.
enum BundleIdentifiers {
    static func isValid(_ text: String) -> Bool {
        let isAllowed = { (character: Character) in
            character.isASCII && (character.isLetter || character.isNumber || character == "-" || character == ".")
        }
        return !text.isEmpty && text.allSatisfy(isAllowed) && !text.hasPrefix(".") && !text.hasSuffix(".")
            && !text.contains("..")
    }

    /// The violation if an extension's identifier does not match the identifier of its app. Nil if it does.
    ///
    /// - Parameters:
    ///   - subject: the beginning of the message, such as `Cats Extension (Debug)`.
    ///   - host: the app's name.
    ///   - path: the file of the finding.
    static func violation(of inner: String, _ subject: String, in outer: String, of host: String, path: String)
        -> Violation?
    {
        let subject = "\(subject) is \(inner), which"
        guard inner.hasPrefix(outer + ".") else {
            return Violation(
                .bundleIdentifierPrefix, path,
                "\(subject) does not begin with the identifier \(outer) of \(host) and a dot.")
        }
        let parts = inner.dropFirst(outer.count + 1).split(separator: ".").count
        guard parts > 1 else { return nil }
        return Violation(
            .bundleIdentifierParts, path,
            "\(subject) has \(parts) parts after \(outer) of \(host); only one is allowed.")
    }
}
