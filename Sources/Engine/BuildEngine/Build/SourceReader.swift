import FileAccess
import Intake
import StateDatabase
import StickerManifest

/// A source with what reading it gave.
struct SourceReading: Sendable, Hashable {
    enum Content: Sendable, Hashable {
        /// Its SHA-256, in lower-case hexadecimal.
        case read(sha256: String)
        case deferred(Deferral)
    }

    /// With the stamp of the bytes that were hashed.
    var art: ScannedSource
    var content: Content
}

/// Hashes the sources that changed since they were read last.
package struct SourceReader: Sendable {
    /// What is known of a file that was read before, by its path.
    let known: @Sendable (String) -> KnownDigest?
    /// Why a source is not to be taken up now, by its path; nil for all others.
    let deferral: @Sendable (String) -> Deferral?
    /// The most files that are read at once, the newest first; the others are postponed. Nil for all.
    let mostReads: Int?

    package init(
        known: @escaping @Sendable (String) -> KnownDigest?,
        deferral: @escaping @Sendable (String) -> Deferral? = { _ in nil }, mostReads: Int? = nil
    ) {
        self.known = known
        self.deferral = deferral
        self.mostReads = mostReads
    }

    /// Every source of a listing, in its order. It waits for the disk.
    func read(_ listing: DropListing) -> [SourceReading] {
        let postponed = postponed(listing)
        return listing.art.map { art in
            if let deferral = deferral(art.path) { return SourceReading(art: art, content: .deferred(deferral)) }
            if postponed.contains(art.path) { return SourceReading(art: art, content: .deferred(.postponed)) }
            do {
                return try read(art)
            } catch {
                return SourceReading(art: art, content: .deferred(Deferral(error, path: art.path)))
            }
        }
    }

    private func read(_ art: ScannedSource) throws -> SourceReading {
        if let known = known(art.path), known.stamp == art.stamp {
            return SourceReading(art: art, content: .read(sha256: known.sha256))
        }
        var art = art
        let (sha256, stamp) = try SourceDigest.sha256(of: art)
        art.stamp = stamp
        return SourceReading(art: art, content: .read(sha256: sha256))
    }

    /// Paths of what would have to be read and is left to the next time.
    private func postponed(_ listing: DropListing) -> Set<String> {
        guard let mostReads else { return [] }
        let unread = listing.art.filter { known($0.path)?.stamp != $0.stamp && deferral($0.path) == nil }
        guard unread.count > mostReads else { return [] }
        return Set(unread.sorted { $0.stamp.changed > $1.stamp.changed }.dropFirst(mostReads).map(\.path))
    }
}
