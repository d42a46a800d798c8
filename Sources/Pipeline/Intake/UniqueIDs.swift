/// Gives every name an id of its own where rules make the same id of several.
enum UniqueIDs {
    struct Assignment: Hashable, Sendable {
        var id: String
        /// The place of the one that had the wanted id first; nil where the wanted id was free.
        var holder: Int?
    }

    /// An id for each of the wanted ones: the first to want an id keeps it, later ones get `-2`, `-3` and so on,
    /// passing over ids that others want for themselves.
    static func assign(_ wanted: [String]) -> [Assignment] {
        let firstPlaces = Dictionary(wanted.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: min)
        var taken = Set(wanted)
        return wanted.enumerated().map { place, id in
            guard let holder = firstPlaces[id], holder != place else { return Assignment(id: id, holder: nil) }
            var number = 2
            while taken.contains(NameRule.numbered(id, number)) { number += 1 }
            let free = NameRule.numbered(id, number)
            taken.insert(free)
            return Assignment(id: free, holder: holder)
        }
    }
}
