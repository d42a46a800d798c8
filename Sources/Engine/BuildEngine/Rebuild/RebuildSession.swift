import Decisions
import DropWatcher
import FileAccess
import Foundation
import Intake
import JobModel
import Publishing
import Reports
import Snapshots
import StickerConfiguration
import StickerManifest

/// The state of a rebuild in progress.
package struct RebuildSession: Sendable {
    package var inputs: RebuildInputs
    let mode: RebuildRun.Mode
    let effort: EncodeSettings.Effort
    let made: RebuildRendering.Made
    let time: Date
    /// The number of sources that were not rendered before the time limit.
    package var remaining = 0
    var seconds = 0.0
    /// The reason why nothing was published. Nil if the result was published.
    package var hold: RebuildHold?
    /// The differences between the published files and the new renderings, found in the mode `verify`.
    var differences: [RebuildReport.Concern] = []
    /// The reasons why sources were still deferred at the publication, by path. Nil if nothing was published.
    var stillWaiting: [String: String]?
    /// Sheets and icons whose new rendering differs from the published one.
    var drifts: [RebuildRun.Drift] = []
    /// The manifest of the last report, or the manifest before this publication. If nil, the manifest of the inputs is
    /// used.
    var before: Catalog?
    /// The manifest after the rebuild. If nil, the manifest of the inputs is used.
    var after: Catalog?
    /// The published stickers whose image has changed since their approval.
    private var changedSinceApproval: [RebuildReport.ChangedSinceApproval] = []
    private(set) var pictures = RebuildReportImages()
    /// The drawn sheets of large packs. Nil without large packs.
    var sheets: SheetCacheReport?

    package init(
        inputs: RebuildInputs, mode: RebuildRun.Mode, effort: EncodeSettings.Effort, made: RebuildRendering.Made,
        time: Date
    ) {
        self.inputs = inputs
        self.mode = mode
        self.effort = effort
        self.made = made
        self.time = time
    }

    private static let nothing = Catalog(generator: StickerdVersion.generator, packs: [], rejected: [])

    /// Lists the stickers whose image has changed since their approval. Reads the pictures of the report from the
    /// output folder, the snapshots, the workspace or the folder of reviewed pictures.
    ///
    /// - Throws: `DecisionError`.
    mutating func collectPictures(
        _ configuration: Configuration, workspace: RebuildWorkspace, notice: @escaping @Sendable (String) -> Void
    ) async throws {
        let after = after ?? RebuildSession.nothing
        let decisions = try await DecisionStore.decisions(folder: configuration.stateFolder, notice: notice)
        changedSinceApproval = after.changedSinceApproval(decisions)
        pictures = try await BlockingExecutor.run {
            [before = before ?? inputs.catalog, changedSinceApproval, folder = workspace.folder] in
            let out = OutputFolder(configuration.out)
            let snapshots = SnapshotStore(configuration).folder
            let reviewed = OutputFolder(ReviewedPictures(stateFolder: configuration.stateFolder).path)
            return RebuildReportImages(before: before, after: after, changedSinceApproval: changedSinceApproval) {
                path, sha256 in
                let name = path.split(separator: "/").last.map(String.init) ?? ""
                guard AssetName.isValid(name) else { return nil }
                return [
                    (out, path), (snapshots, SnapshotStore.place(sha256)), (folder, "files/\(name)"), (reviewed, name),
                ].lazy.compactMap { place, name in place.read(name) }.first { Digest.sha256($0) == sha256 }
            }
        }
    }

    func report(_ configuration: Configuration) -> RebuildReport {
        let earlierRebuilds = inputs.earlierRebuilds.compactMap {
            try? JSONDecoder.dated.decode(RebuildStatistics.self, from: $0)
        }
        let damages = inputs.damages.filter { !$0.isRepaired }
        // The list of damage includes missing sources, even if a person removed them on purpose.
        return RebuildReport(
            before: before ?? inputs.catalog, after: after ?? inputs.catalog ?? RebuildSession.nothing,
            run: .init(
                mode: mode.rawValue, effort: effort.rawValue, time: time, seconds: seconds, rendered: made.rendered,
                takenOver: made.takenOver, remaining: remaining, filesChecked: inputs.filesChecked,
                held: hold?.description, times: times, farm: made.farm, sheets: sheets),
            problems: .init(
                concerns: damages.map { .init(path: $0.path, sentence: $0.sentence) } + differences,
                repaired: inputs.damages.filter(\.isRepaired).map { .init(path: $0.path, sentence: $0.sentence) }
                    + (mode == .publish && hold == nil ? redrawn : []),
                waiting: waiting.sorted { $0.key < $1.key }.map {
                    .init(path: $0.key, sentence: "\($0.key): \($0.value).")
                }, changedSinceApproval: changedSinceApproval),
            byteLimit: configuration.recipe.encode.byteLimit, nights: Array(earlierRebuilds.suffix(29)))
    }

    /// The sheets and icons whose new drawing differs although no input changed.
    private var redrawn: [RebuildReport.Concern] {
        drifts.filter(\.isUnexplained).map(\.concern)
    }

    private var times: [RebuildReport.Slow] {
        work.filter { made.fresh.contains($0.fingerprint) }.compactMap { item in
            made.results[item.fingerprint].map { .init(path: item.path, milliseconds: $0.milliseconds) }
        }
    }

    /// The reasons why sources are deferred or could not be rendered, by path.
    private var waiting: [String: String] {
        stillWaiting
            ?? inputs.deferred.reduce(into: made.waiting) { $0[$1.key] = "\($1.value)" }
    }

    /// The fingerprints and paths of the rendering tasks.
    var work: [(fingerprint: String, path: String)] = []
}

/// The reason why a rebuild publishes nothing.
package enum RebuildHold: Sendable {
    /// Publishing is on hold after a rollback.
    case publishHold(PublishHold)
    /// The number of sources that must still be rendered.
    case incomplete(remaining: Int)
    /// So many sources are missing that the drop folder is probably wrong.
    case removals(RemovalHold)
    /// Decisions that were stored before are missing.
    case decisionLoss(DecisionLoss)
}

extension RebuildHold: CustomStringConvertible {
    /// The explanation in the rebuild report.
    package var description: String {
        switch self {
        case .publishHold(let hold): hold.reason
        case .incomplete(let remaining):
            "\(remaining) sources are not rendered yet. Nothing was published; the next rebuild continues with them."
        case .removals(let hold): hold.reason
        case .decisionLoss(let loss): "\(loss)"
        }
    }
}
