import BuildEngine
import Foundation
import JobModel
import Logging
import Reports
import StickerManifest

/// Shows the events of a watch. Text is written to standard error, as log lines if it is not a terminal. With
/// `--json`, events are also written to standard output as JSON.
final class WatchConsole: Sendable {
    private let json: Bool
    /// The URL of the review page. Nil if the page is not served.
    private let page: String?
    private let console = Console.standardError

    init(json: Bool, page: String? = nil) {
        self.json = json
        self.page = page
    }

    /// - Parameter drop: the path of the drop folder.
    func handle(_ event: WatchEvent, drop: String, logger: Logger) {
        if json, let fields = event.fields { JSONLines.write(fields) }
        if case .progress(let progress) = event {
            progress.queued > 0 && !Output.isQuiet
                ? console.progress("\(progress.queued) to render …") : console.finishProgress()
        }
        guard let (level, text) = text(for: event, drop: drop) else { return }
        write(text, level: level, logger: logger)
    }

    private func write(_ text: String, level: Logger.Level, logger: Logger) {
        if console.isTerminal, level < .warning {
            if !Output.isQuiet { console.write(text + "\n") }
        } else {
            logger.log(level: level, "\(text)")
        }
    }

    /// Shows that a server listens.
    ///
    /// - Parameter lines: the lines that are shown to people.
    func serving(_ name: String, port: Int, lines: [String], logger: Logger) {
        for line in lines { write(line, level: .notice, logger: logger) }
        guard json else { return }
        JSONLines.write(["event": .text("serving"), "what": .text(name), "port": .number(port)])
    }

    private func text(for event: WatchEvent, drop: String) -> (Logger.Level, String)? {
        switch event {
        case .ready(let status): (.notice, "Watching \(drop) (\(status.mode.rawValue): \(status.reason)).")
        case .published(let published): (.info, WatchConsole.text(for: published))
        case .rejected(let source): (.warning, WatchConsole.text(for: source))
        case .waiting(let path, let reason): (.info, "\(path): waiting: \(reason)")
        case .unused(let path, let reason): (.notice, "\(path): \(reason)")
        case .retired(let path): (.info, "\(path): removed, and its sticker too")
        case .problem(let text): (.error, "\(text) stickerd continues automatically once this is fixed.")
        case .frozen(let text): (.error, text)
        case .thawed: (.notice, "Removals are no longer on hold.")
        case .decisionsLost(let text?): (.error, text)
        case .decisionsLost: (.notice, "The lost decisions are available again.")
        case .sentBack(let sticker): (.notice, "\(sticker.path): \(SentBackNote(sticker).line)")
        case .unapproved(let stickers):
            (
                .notice,
                stickers.awaiting + stickers.published == 0
                    ? "No stickers await approval now."
                    : ApprovalText.text(awaiting: stickers.awaiting, unapproved: stickers.published, page: page)
            )
        case .watchStalled(let text?): (.error, text)
        case .watchStalled: (.notice, "The drop folder is watched again.")
        case .recovered: (.notice, "The problem is solved.")
        case .notice(let text): (.notice, text)
        case .publication(let work): (.debug, WatchConsole.text(for: work))
        case .progress, .turned, .yielded, .rendered, .manifestReplaced, .workerRestarted, .farm: nil
        }
    }

    private static func text(for work: PublishWork) -> String {
        "Publication: \(work.foldersListed) folders listed, \(work.sourcesPlanned) sources planned, "
            + "\(work.packsAssembled) packs of \(work.sourcesAssembled) sources assembled, "
            + "\(work.rowsWritten) rows written, \(work.filesTouched) files touched, "
            + "\(work.bytesWritten + work.manifestBytes) bytes written."
    }

    private static func text(for published: WatchEvent.Published) -> String {
        let sticker = published.sticker
        let bytes = sticker.renditions.first { $0.scale == 3 }?.bytes ?? 0
        let latency = published.latency.map { " after \(NumberFormat.number($0 / .seconds(1), digits: 2)) s" } ?? ""
        let warnings =
            sticker.findings.isEmpty ? "" : ". Warning: " + sticker.findings.map(\.message).joined(separator: " ")
        return "\(sticker.source.path): published\(latency), \(NumberFormat.number(bytes)) bytes\(warnings)"
    }

    private static func text(for source: RejectedSource) -> String {
        let reasons = source.findings.filter { $0.level == .error }.map { "\($0.message) \($0.fix)" }
        return "\(source.path): rejected. " + reasons.joined(separator: " ")
    }
}
