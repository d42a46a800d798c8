extension [String] {
    /// `a, b or c`.
    package func joinedForPeople() -> String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}
