import JobModel

/// The difference between the fonts of the last run and those of this run.
package struct FontChange: Sendable, Equatable, CustomStringConvertible {
    /// The names of new fonts with their versions, such as `Inter 4.001`, in alphabetical order.
    package var added: [String]
    /// The names of missing fonts with their versions, in alphabetical order.
    package var missing: [String]

    /// The maximum number of names per list. If there are more, only the number of the other names is given.
    private static let mostNamed = 5

    /// - Parameter before: the fonts of the last run. Nil if they are unknown.
    /// - Returns: nil if the fonts are equal or the earlier fonts are unknown.
    package init?(from before: [String]?, to now: [String]) {
        guard let before, before != now else { return nil }
        added = Set(now).subtracting(before).sorted()
        missing = Set(before).subtracting(now).sorted()
        guard !added.isEmpty || !missing.isEmpty else { return nil }
    }

    /// A message such as `The fonts have changed since the last run. New: Comic Neue 2.510. Missing: Inter 4.001.`
    package var description: String {
        "The fonts have changed since the last run." + FontChange.list("New", added)
            + FontChange.list("Missing", missing)
    }

    private static func list(_ title: String, _ names: [String]) -> String {
        guard !names.isEmpty else { return "" }
        let more = names.count - mostNamed
        return " \(title): \(names.prefix(mostNamed).joined(separator: ", "))"
            + (more > 0 ? " and \(NumberFormat.number(more)) more." : ".")
    }
}
