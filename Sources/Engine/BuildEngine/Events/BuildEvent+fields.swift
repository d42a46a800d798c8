import Foundation
import JobModel
import Reports

extension BuildEvent {
    /// The event as JSON objects for programs. A repair of several files is written as one object per file.
    ///
    /// - Parameter secondsLeft: the estimated time until everything is rendered, in seconds.
    package func fields(secondsLeft: Double? = nil) -> [EventFields] {
        switch self {
        case .planned(let sources, let toRender):
            [["event": .text("planned"), "sources": .number(sources), "toRender": .number(toRender)]]
        case .rendered(let path, let done, let total, let slots):
            [
                [
                    "event": .text("rendered"), "path": .text(path), "done": .number(done), "of": .number(total),
                    "slots": .number(slots), "secondsLeft": .number(Int(clamping: (secondsLeft ?? 0).rounded(.up))),
                ]
            ]
        case .drawingSheets(let pages):
            [["event": .text("sheets"), "pages": .number(pages)]]
        case .notice(let text):
            [["event": .text("notice"), "message": .text(text)]]
        case .repaired(let names):
            names.map {
                ["event": .text("repaired"), "path": .text($0), "message": .text("\($0) was missing or damaged.")]
            }
        case .held(let hold, let waiting):
            [
                [
                    "event": .text("held"), "id": .text(hold.id), "since": .text(hold.since.formatted(.iso8601)),
                    "waiting": .number(waiting), "message": .text(hold.reason),
                ]
            ]
        case .outcome(let outcome):
            [
                [
                    "event": .text("outcome"), "path": .text(outcome.path), "pack": .text(outcome.pack),
                    "id": .text(outcome.id), "state": .text(outcome.state.rawValue), "reason": .text(outcome.reason),
                    "isNew": .flag(outcome.isNew),
                ]
            ]
        }
    }
}

extension BuildSummary {
    /// The events at the end of a build, as JSON objects for programs.
    ///
    /// - Parameter out: the output folder.
    package func fields(out: String) -> [EventFields] {
        var events: [EventFields] = ignored.map {
            ["event": .text("ignored"), "path": .text($0.path), "reason": .text($0.reason.rawValue)]
        }
        if let farm { events.append(farm.fields) }
        let messages = report.counts.messages ?? 0
        events.append([
            "event": .text("finished"), "published": .number(report.counts.published + messages),
            "awaitingApproval": .number(report.counts.awaitingApproval),
            "publishedUnapproved": .number(report.counts.unapproved),
            "rejected": .number(count(.rejected)), "duplicate": .number(count(.duplicate)),
            "superseded": .number(count(.superseded)), "waiting": .number(count(.waiting)),
            "ignored": .number(ignored.count), "rendered": .number(rendered),
            "changed": .flag(changed), "held": .flag(hold != nil),
            "stickers": .number(stickers), "messages": .number(messages), "out": .text(out),
        ])
        if let loss = decisionLoss { events.append(["event": .text("error"), "message": .text("\(loss)")]) }
        return events
    }
}

extension RemoteWork {
    /// The work of the Remote Execution engine as a JSON object for programs.
    package var fields: EventFields {
        [
            "event": .text("engine"), "host": .text(host), "jobs": .number(done), "cached": .number(cached),
            "lost": .number(lost), "stored": .number(stored), "verified": .number(verified),
            "workers": .number(workers), "bytesSent": .number(bytesSent), "bytesReceived": .number(bytesReceived),
            "lastError": .text(lastError ?? ""), "message": .text(sentence),
        ]
    }
}
