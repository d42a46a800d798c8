import JobModel
import StickerManifest

/// Decides whether a new result replaces an old result of the same source and settings. A rebuild never publishes a
/// larger or less faithful file.
package enum ReplacementPolicy {
    /// Whether `new` replaces `old`.
    ///
    /// True if no rendition (including the film of a message) is larger or less faithful, at least one is smaller, and
    /// the new result has no finding of an additional rule. A rendition that reaches `target` is never less faithful.
    /// Also true if only the new result has an output.
    ///
    /// - Parameter target: the target fidelity, from 0 to 1.
    package static func prefers(_ new: StickerResult, over old: StickerResult, target: Double) -> Bool {
        guard let output = new.output else { return false }
        guard let earlier = old.output else { return true }
        guard Set(new.findings.map(\.rule)).isSubset(of: old.findings.map(\.rule)) else { return false }
        let before = Dictionary(earlier.scales.map { ($0.scale, $0) }) { first, _ in first }
        guard Set(output.scales.map(\.scale)) == Set(before.keys) else { return false }
        guard output.film?.scale == earlier.film?.scale else { return false }
        var pairs = output.scales.map { ($0, before[$0.scale]) }
        if let film = output.film { pairs.append((film, earlier.film)) }
        var isSmaller = false
        for (scale, old) in pairs {
            guard let old, scale.file.bytes <= old.file.bytes, scale.fidelity >= min(old.fidelity, target) else {
                return false
            }
            if scale.file.bytes < old.file.bytes { isSmaller = true }
        }
        return isSmaller
    }
}
