import StickerManifest

/// Which packs of a manifest, and which of their stickers, something is about. A pack's messages are a pack of their own
/// here.
package struct PackScope: Sendable, Equatable {
    /// Some stickers of a pack.
    package struct Part: Sendable, Equatable {
        /// The ids of the stickers.
        package var ids: Set<String>
        /// Their sources, relative to the drop folder.
        package var paths: Set<String>
        /// The names of stickers that the pack shows first, as its pack.json has them.
        package var order: [String]

        package init(ids: Set<String>, paths: Set<String>, order: [String]) {
            self.ids = ids
            self.paths = paths
            self.order = order
        }

        package func has(_ sticker: Sticker) -> Bool {
            let (id, path) = sticker.identity
            return Part.contains(ids, id) || Part.contains(paths, path)
        }

        /// Mostly there is one, and thousands of stickers are asked: two texts are compared faster than one is hashed.
        private static func contains(_ texts: Set<String>, _ text: String) -> Bool {
            texts.count > 2 ? texts.contains(text) : texts.contains { $0 == text }
        }
    }

    /// By the pack's id; nil for the whole pack.
    private var parts: [String: Part?] = [:]

    package init(_ packs: some Sequence<String> = []) {
        for id in packs { parts[id] = .some(nil) }
    }

    /// The ids of all packs that have a part in it.
    package var packs: Set<String> { Set(parts.keys) }

    package var isEmpty: Bool { parts.isEmpty }

    /// Adds some stickers of a pack, unless there is something of it already.
    ///
    /// - Parameter part: nil for the whole pack.
    package mutating func add(_ part: Part?, of pack: String) {
        if part == nil || parts.index(forKey: pack) == nil { parts[pack] = .some(part) }
    }

    package func contains(_ pack: String) -> Bool { parts.index(forKey: pack) != nil }

    /// The part of a pack; nil where the whole pack is meant, or nothing of it.
    package func part(of pack: String) -> Part? { parts[pack] ?? nil }

    /// Whether a source that was rejected is meant.
    package func has(_ source: RejectedSource) -> Bool {
        guard contains(source.pack) else { return false }
        return part(of: source.pack).map { $0.paths.contains(source.path) } ?? true
    }
}
