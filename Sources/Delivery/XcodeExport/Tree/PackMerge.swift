/// Updates a pack's `Contents.json` and keeps changes that others made.
enum PackMerge {
    /// Merges the content: stickerd's stickers in their order, and each other sticker after its predecessor.
    ///
    /// - Parameters:
    ///   - existing: the existing content. Nil if there is none.
    ///   - earlier: the names of the folders that stickerd wrote before.
    static func merge(_ desired: ContentsValue, into existing: ContentsValue?, earlier: Set<String>) -> ContentsValue {
        guard let existing, existing.isObject, case .object(var merged) = existing.overlaid(by: desired) else {
            return desired
        }
        let ours = desired["stickers"]?.list ?? []
        let names = Set(ours.compactMap(name)).union(earlier)
        merged["stickers"] = .list(insert(existing["stickers"]?.list ?? [], notIn: names, into: ours))
        // The first author of the file is kept.
        merged["info"] = existing["info"] ?? .info
        return .object(merged)
    }

    private static func insert(
        _ old: [ContentsValue], notIn names: Set<String>, into ours: [ContentsValue]
    ) -> [ContentsValue] {
        var result = ours
        var anchor: ContentsValue?
        for entry in old {
            if let name = name(entry), names.contains(name) {
                if let place = ours.first(where: { self.name($0) == name }) { anchor = place }
                continue
            }
            let place = anchor.flatMap { result.lastIndex(of: $0) }.map { $0 + 1 } ?? 0
            result.insert(entry, at: place)
            anchor = entry
        }
        return result
    }

    private static func name(_ entry: ContentsValue) -> String? {
        entry["filename"]?.text
    }
}
