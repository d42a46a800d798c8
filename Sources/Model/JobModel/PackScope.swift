import StickerManifest

/// A selection of packs and stickers in a manifest. Here, the messages of a pack are a separate pack.
package struct PackScope: Sendable, Equatable {
    /// Some stickers of a pack.
    package struct Part: Sendable, Equatable {
        /// The ids of the stickers.
        package let ids: Set<String>
        /// The paths of their sources, relative to the drop folder.
        package let paths: Set<String>
        /// The names of the stickers that the pack shows first, from its pack.json.
        package let order: [String]
        private let idKeys: HashValues
        private let pathKeys: HashValues

        package init(ids: Set<String>, paths: Set<String>, order: [String]) {
            self.ids = ids
            self.paths = paths
            self.order = order
            idKeys = HashValues(ids)
            pathKeys = HashValues(paths)
        }

        /// The positions of the selected stickers in a list. Only stickers with suitable keys are copied, because
        /// copying thousands of references takes much longer than comparing the keys.
        package func places(in stickers: [Sticker]) -> [Int] {
            guard !ids.isEmpty || !paths.isEmpty else { return [] }
            let likely = stickers.withUnsafeBufferPointer { stickers in
                stickers.indices.filter {
                    idKeys.contains(stickers[$0].keys.id) || pathKeys.contains(stickers[$0].keys.path)
                }
            }
            return likely.filter { place in
                let (id, path) = stickers[place].identity
                return ids.contains(id) || paths.contains(path)
            }
        }
    }

    /// The hash values of texts, because thousands of stickers are looked up. A list is faster than a set for a few
    /// texts.
    private struct HashValues: Sendable, Equatable {
        private let few: [Int]
        private let many: Set<Int>

        init(_ texts: Set<String>) {
            let values = texts.map(\.hashValue)
            (few, many) = values.count <= 4 ? (values, []) : ([], Set(values))
        }

        func contains(_ value: Int) -> Bool { few.contains(value) || !many.isEmpty && many.contains(value) }

        /// The lists of equal values may have different orders.
        static func == (one: HashValues, other: HashValues) -> Bool {
            Set(one.few) == Set(other.few) && one.many == other.many
        }
    }

    /// The selected part of each pack, by pack id. Nil for a whole pack.
    private var parts: [String: Part?] = [:]

    package init(_ packs: some Sequence<String> = []) {
        for id in packs { parts[id] = .some(nil) }
    }

    /// The ids of all packs in the scope.
    package var packs: Set<String> { Set(parts.keys) }

    /// The ids of the packs that are completely in the scope.
    package var wholePacks: Set<String> { Set(parts.filter { $0.value == nil }.keys) }

    package var isEmpty: Bool { parts.isEmpty }

    /// Adds some stickers of a pack. Has no effect if the scope already contains a part of the pack, or the whole pack.
    ///
    /// - Parameter part: nil for the whole pack.
    package mutating func add(_ part: Part?, of pack: String) {
        if part == nil || parts.index(forKey: pack) == nil { parts[pack] = .some(part) }
    }

    package func contains(_ pack: String) -> Bool { parts.index(forKey: pack) != nil }

    /// The selected part of a pack. Nil if the whole pack is in the scope, or none of it.
    package func part(of pack: String) -> Part? { parts[pack] ?? nil }

    /// Whether a rejected source is in the scope.
    package func has(_ source: RejectedSource) -> Bool {
        guard contains(source.pack) else { return false }
        return part(of: source.pack).map { $0.paths.contains(source.path) } ?? true
    }
}
