import Daemon
import Foundation
import Pipeline
import StickerCatalog

/// Tells people, or programs, what happens while stickerd watches.
final class WatchNarrator: Sendable {
    private let json: Bool
    private let drop: String
    private let console = Console.standardError

    init(json: Bool, drop: String) {
        self.json = json
        self.drop = drop
    }

    func tell(_ event: WatchEvent) {
        json ? print(event) : show(event)
    }

    private func show(_ event: WatchEvent) {
        switch event {
        case .ready(let status):
            console.write("Watching \(drop) (\(status.mode.rawValue): \(status.reason)). Stop with Ctrl-C.\n")
        case .published(let published): console.write(words(for: published))
        case .rejected(let source):
            let finding = source.findings.first { $0.level == .error }
            console.write("\(source.path): rejected. \(finding?.message ?? "") \(finding?.mend ?? "")\n")
        case .waiting(let path, let reason): console.write("\(path): waiting, \(reason)\n")
        case .retired(let path): console.write("\(path): gone, and its sticker with it\n")
        case .problem(let text): console.write("stickerd: \(text) It goes on by itself when that is over.\n")
        case .recovered: console.write("stickerd: what was wrong is over; going on.\n")
        case .notice(let text): console.write("note: \(text)\n")
        case .progress(let queued, _, _):
            if queued > 0 { console.progress("\(queued) to render …") } else { console.finishProgress() }
        case .rendered: break
        }
    }

    private func words(for published: WatchEvent.Published) -> String {
        let sticker = published.sticker
        let bytes = sticker.renditions.first { $0.scale == 3 }?.bytes ?? 0
        let latency = published.latency.map { " after \(Wording.number($0 / .seconds(1), digits: 2)) s" } ?? ""
        let warnings = sticker.findings.isEmpty ? "" : "; " + sticker.findings.map(\.message).joined(separator: " ")
        return "\(sticker.source.path): published\(latency), \(Wording.number(bytes)) bytes\(warnings)\n"
    }

    private func print(_ event: WatchEvent) {
        switch event {
        case .ready(let status):
            JSONLines.write(["event": .text("ready"), "mode": .text(status.mode.rawValue)])
        case .published(let published):
            let sticker = published.sticker
            JSONLines.write([
                "event": .text("published"), "pack": .text(published.pack), "id": .text(sticker.id),
                "path": .text(sticker.source.path),
                "bytes": .number(sticker.renditions.first { $0.scale == 3 }?.bytes ?? 0),
                "milliseconds": .number(published.latency.map { Int($0 / .milliseconds(1)) } ?? -1),
            ])
        case .rejected(let source):
            let finding = source.findings.first { $0.level == .error }
            JSONLines.write([
                "event": .text("rejected"), "pack": .text(source.pack), "id": .text(source.id),
                "path": .text(source.path), "reason": .text(finding?.message ?? ""), "mend": .text(finding?.mend ?? ""),
            ])
        case .waiting(let path, let reason):
            JSONLines.write(["event": .text("waiting"), "path": .text(path), "reason": .text(reason)])
        case .retired(let path): JSONLines.write(["event": .text("retired"), "path": .text(path)])
        case .problem(let text): JSONLines.write(["event": .text("problem"), "message": .text(text)])
        case .recovered: JSONLines.write(["event": .text("recovered")])
        case .notice(let text): JSONLines.write(["event": .text("notice"), "message": .text(text)])
        case .rendered(let path, let took):
            JSONLines.write([
                "event": .text("rendered"), "path": .text(path), "milliseconds": .number(Int(took / .milliseconds(1))),
            ])
        case .progress(let queued, let waiting, let published):
            JSONLines.write([
                "event": .text("progress"), "queued": .number(queued), "waiting": .number(waiting),
                "published": .number(published),
            ])
        }
    }
}
