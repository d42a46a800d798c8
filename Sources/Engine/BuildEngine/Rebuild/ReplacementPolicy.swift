import JobModel
import StickerManifest

/// Whether a result may take the place of one of the same source and settings: a rebuild never makes anything worse.
package enum ReplacementPolicy {
    /// Every rendition, and the film of a message, must be no larger and no less faithful, one of them must be smaller, and no
    /// additional rule may complain. A rendition that reaches the target fidelity counts as equally faithful.
    ///
    /// - Parameter target: the target fidelity.
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
