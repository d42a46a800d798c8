/// Finds the known name that is most similar to a mistyped one.
package enum NearestName {
    /// The most similar name. Nil if no name is similar enough.
    package static func of(_ typed: String, among known: [String]) -> String? {
        guard typed.count <= 64 else { return nil }
        let allowed = max(2, typed.count / 3)
        let ranked = known.map { (name: $0, distance: distance(typed.lowercased(), $0.lowercased())) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        // Names are not similar if every letter must be replaced.
        guard best.distance <= allowed, best.distance < best.name.count else { return nil }
        return best.name
    }

    /// The number of inserted, removed, replaced and transposed letters (Damerau–Levenshtein distance).
    static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left)
        let right = Array(right)
        var rows = [Array(0...right.count)]
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                var cost = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    cost = min(cost, rows[i - 1][j - 1] + 1)
                }
                row.append(cost)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
