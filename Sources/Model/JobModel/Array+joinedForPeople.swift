extension [String] {
    /// The elements as a list, `a, b or c`, or with another word before the last element.
    package func joinedForPeople(_ word: String = "or") -> String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " \(word) " + last
    }
}
