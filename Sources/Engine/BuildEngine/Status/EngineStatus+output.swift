import ControlSocket
import DropWatcher
import Foundation
import JobModel
import Publishing
import Snapshots
import StateDatabase
import StickerConfiguration

extension EngineStatus {
    /// Creates the status of an output without a running engine, from the summary of the manifest and files in the
    /// state folder.
    ///
    /// - Parameters:
    ///   - summary: the summary of the published manifest. Nil if no manifest is published.
    ///   - limit: the maximum number of entries in each list.
    init(_ configuration: Configuration, published summary: PublishedSummary?, limit: Int) {
        self.init(drop: configuration.drop, out: configuration.out, state: configuration.stateFolder)
        holds.publishing = PublishHold.read(configuration).map { Hold(message: $0.reason, since: $0.since) }
        holds.removals = DeletionGuard.hold(inState: configuration.stateFolder).map { Hold(message: $0.reason) }
        published.lastChange = OutputFolder(configuration.out).stamp(of: OutputNames.catalog).map {
            Date(timeIntervalSince1970: Double($0.modified) / 1e9)
        }
        guard let summary else { return }
        published.stickers = summary.stickers
        published.messages = summary.messages
        published.pieces = summary.pieces
        published.awaitingApproval = summary.awaitingApproval
        published.unapproved = configuration.publish.requireApproval ? summary.unapproved : 0
        published.sentBack = summary.sentBack > 0 ? summary.sentBack : nil
        sources.rejectedCount = summary.rejected.count
        sources.rejected = Listing(
            summary.rejected.byCause.map { source in
                let reasons = source.findings.filter { $0.level == .error }.map { "\($0.message) \($0.fix)" }
                return .bounded(path: source.path, reason: reasons.joined(separator: " "))
            }, limit: limit)
    }
}

extension EngineStatus.Entry {
    /// The maximum length of a reason, in bytes of UTF-8. It ensures that a status with the maximum number of entries
    /// fits into a response.
    private static let longestReason = 500

    /// An entry whose reason is shortened to `longestReason`.
    static func bounded(path: String, reason: String) -> EngineStatus.Entry {
        guard reason.utf8.count > longestReason else { return EngineStatus.Entry(path: path, reason: reason) }
        var start = reason.prefix(longestReason)
        while start.utf8.count > longestReason - "…".utf8.count { start.removeLast() }
        return EngineStatus.Entry(path: path, reason: start + "…")
    }
}

extension EngineStatus.Process {
    init(_ holder: LockHolder) {
        self.init(process: holder.process, command: holder.command)
    }
}
