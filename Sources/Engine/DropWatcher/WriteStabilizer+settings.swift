import Intake
import JobModel

/// A pack.json or sidecar that is still being written.
package struct UnsettledSettings: Sendable {
    package var file: DroppedSettings
    package var reason: UnfinishedWrite
    /// The time of the next check if no event arrives before then.
    package var lookAgain: ContinuousClock.Instant
}

extension WriteStabilizer {
    /// The settings files of a listing that are still being written. All of them are checked at each listing, because
    /// an incomplete file must not be applied to art. Reads files.
    package mutating func unsettled(_ settings: [DroppedSettings], at time: ContinuousClock.Instant)
        -> [UnsettledSettings]
    {
        settings.compactMap { file in
            let readiness = judge(path: file.path, absolutePath: file.absolutePath, stamp: file.stamp, at: time)
            guard case .waiting(let reason, let lookAgain) = readiness else { return nil }
            return UnsettledSettings(file: file, reason: reason, lookAgain: lookAgain)
        }
    }
}

extension DropListing {
    /// The paths of the art to which a settings file applies.
    package func art(of settings: DroppedSettings) -> [String] {
        settings.art ?? art.filter { $0.pack == settings.pack }.map(\.path)
    }

    /// Restores the previous settings of packs whose pack.json is still being written.
    ///
    /// - Parameter earlier: the previous listing. If nil, the settings that could be read are used, without errors
    ///   about them.
    package mutating func keepPackSettings(_ unsettled: [UnsettledSettings], from earlier: DropListing?) {
        for file in unsettled.map(\.file) where file.art == nil {
            guard let place = packs.firstIndex(where: { $0.id == file.pack }) else { continue }
            if let before = earlier?.packs.first(where: { $0.folder == packs[place].folder }) {
                packs[place].settings = before.settings
                packs[place].findings = before.findings
            } else {
                packs[place].findings.removeAll { $0.rule == Rule.badPackFile.id }
            }
        }
    }

    /// The paths of all art and settings files that are checked for stability.
    package var settlingPaths: Set<String> { Set(art.map(\.path)).union(settings.map(\.path)) }
}

extension DropIndex {
    /// Restores the previous settings of packs whose pack.json is still being written.
    ///
    /// - Parameter earlier: the previous index. Nil if there was none.
    package mutating func keepPackSettings(_ unsettled: [UnsettledSettings], from earlier: DropIndex?) {
        for file in unsettled.map(\.file) where file.art == nil {
            let folder = DropIndex.folder(ofFileAt: file.path)
            guard var pack = self[folder]?.pack else { continue }
            if let before = earlier?[folder]?.pack {
                pack.settings = before.settings
                pack.findings = before.findings
            } else {
                pack.findings.removeAll { $0.rule == Rule.badPackFile.id }
            }
            replace(pack, in: folder)
        }
    }
}
