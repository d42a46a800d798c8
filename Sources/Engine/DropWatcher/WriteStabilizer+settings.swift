import Intake
import JobModel

/// A pack.json or a sidecar that is still being written.
package struct UnsettledSettings: Sendable {
    package var file: DroppedSettings
    package var reason: UnfinishedWrite
    /// The time of the next check if no event comes first.
    package var lookAgain: ContinuousClock.Instant
}

extension WriteStabilizer {
    /// The settings files of a listing that have not settled. An incomplete file does not describe its art, so they are
    /// judged at every listing, whether the art is new or was published long ago. It reads files.
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
    /// Paths of the art that a settings file applies to.
    package func art(of settings: DroppedSettings) -> [String] {
        settings.art ?? art.filter { $0.pack == settings.pack }.map(\.path)
    }

    /// Gives packs whose pack.json has not settled their previous settings.
    ///
    /// - Parameter earlier: the previous listing. Nil without one; then settings count as read, but their errors do not
    ///   count yet.
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

    /// Paths of everything that has to settle before it is taken.
    package var settlingPaths: Set<String> { Set(art.map(\.path)).union(settings.map(\.path)) }
}

extension DropIndex {
    /// Gives packs whose pack.json has not settled the settings that they had.
    ///
    /// - Parameter earlier: the index before, as for a listing; nil if there was none.
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
