/// Gives every name an id of its own where rules make the same id of several.
enum UniqueIDs {
    struct Assignment: Hashable, Sendable {
        var id: String
        /// The place of the one that has the wanted id; nil for one that has it itself, or where nobody does.
        var holder: Int?
    }

    /// An id for each of the wanted ones. What is published keeps its id; of the others the first to want an id has it,
    /// later ones get `-2`, `-3` and so on, passing over ids that others want for themselves.
    ///
    /// - Parameter published: the ids that they are published with, nil for those that are not. One that the wanted id
    ///   does not lead to, since the rules for names have changed, does not count.
    static func assign(_ wanted: [String], published: [String?]) -> [Assignment] {
        var holders: [String: Int] = [:]
        var assigned: [String?] = Array(repeating: nil, count: wanted.count)
        for (place, id) in published.enumerated() {
            guard let id, holders[id] == nil, NameRule.isID(id, of: wanted[place]) else { continue }
            holders[id] = place
            assigned[place] = id
        }
        for (place, id) in wanted.enumerated() where assigned[place] == nil && holders[id] == nil {
            holders[id] = place
            assigned[place] = id
        }
        var taken = Set(wanted).union(holders.keys)
        return wanted.enumerated().map { place, wish in
            let id = assigned[place] ?? free(wish, taken: taken)
            taken.insert(id)
            return Assignment(id: id, holder: id == wish ? nil : holders[wish])
        }
    }

    private static func free(_ wanted: String, taken: Set<String>) -> String {
        var number = 2
        while taken.contains(NameRule.numbered(wanted, number)) { number += 1 }
        return NameRule.numbered(wanted, number)
    }
}
