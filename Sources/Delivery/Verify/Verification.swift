/// The result of checking one path.
package struct Verification: Sendable, Equatable {
    /// The checked items, relative to the path, such as `Stickers.xcstickers`, `App.xcodeproj` or `catalog.json`.
    package var subjects: [String] = []
    /// The violations: errors before warnings, each sorted by path.
    package var violations: [Violation] = []

    package var errors: Int { violations.count { $0.level == .error } }
    package var warnings: Int { violations.count { $0.level == .warning } }

    mutating func finish() {
        var seen: Set<Violation> = []
        violations = violations.filter { seen.insert($0).inserted }
        let places = Dictionary(uniqueKeysWithValues: violations.enumerated().map { ($0.element, $0.offset) })
        violations.sort { left, right in
            if left.level != right.level { return left.level == .error }
            if left.path != right.path { return left.path < right.path }
            return places[left, default: 0] < places[right, default: 0]
        }
    }
}
