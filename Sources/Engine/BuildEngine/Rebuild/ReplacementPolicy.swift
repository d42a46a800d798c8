import JobModel
import StickerManifest

/// Whether a result may take the place of one of the same source and settings: a rebuild never makes anything worse.
package enum ReplacementPolicy {
    /// Every rendition must be no larger and no less faithful, one of them must be smaller, and no additional rule may
    /// complain. A rendition that reaches the target fidelity counts as equally faithful.
    ///
    /// - Parameter target: the target fidelity.
    package static func prefers(_ new: StickerResult, over old: StickerResult, target: Double) -> Bool {
        guard let output = new.output else { return false }
        guard let earlier = old.output else { return true }
        guard Set(new.findings.map(\.rule)).isSubset(of: old.findings.map(\.rule)) else { return false }
        let before = Dictionary(earlier.scales.map { ($0.scale, $0) }) { first, _ in first }
        guard Set(output.scales.map(\.scale)) == Set(before.keys) else { return false }
        var isSmaller = false
        for scale in output.scales {
            guard let old = before[scale.scale], scale.file.bytes <= old.file.bytes,
                scale.fidelity >= min(old.fidelity, target)
            else { return false }
            if scale.file.bytes < old.file.bytes { isSmaller = true }
        }
        return isSmaller
    }
}
