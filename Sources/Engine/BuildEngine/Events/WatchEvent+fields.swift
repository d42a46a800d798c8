import StickerManifest

extension WatchEvent {
    /// The event as a JSON object for programs. Nil if programs do not receive the event.
    package var fields: EventFields? {
        switch self {
        case .ready(let status):
            ["event": .text("ready"), "mode": .text(status.mode.rawValue), "reason": .text(status.reason)]
        case .published(let published): fields(of: published)
        case .rejected(let source): fields(of: source)
        case .waiting(let path, let reason):
            ["event": .text("waiting"), "path": .text(path), "reason": .text(reason)]
        case .unused(let path, let reason):
            ["event": .text("unused"), "path": .text(path), "reason": .text(reason)]
        case .retired(let path): ["event": .text("retired"), "path": .text(path)]
        case .problem(let text): ["event": .text("problem"), "message": .text(text)]
        case .frozen(let text): ["event": .text("frozen"), "message": .text(text)]
        case .thawed: ["event": .text("thawed")]
        case .decisionsLost(let text):
            text.map { ["event": .text("decisionsLost"), "message": .text($0)] } ?? ["event": .text("decisionsBack")]
        case .sentBack(let sticker):
            [
                "event": .text("sentBack"), "pack": .text(sticker.pack), "id": .text(sticker.id),
                "path": .text(sticker.path), "reviewer": .text(sticker.decision.reviewer),
                "comment": .text(sticker.decision.comment), "decided": .text(sticker.decision.decided ?? ""),
            ]
        case .unapproved(let stickers):
            [
                "event": .text("awaitingApproval"), "count": .number(stickers.awaiting),
                "publishedUnapproved": .number(stickers.published),
            ]
        case .watchStalled(let text):
            text.map { ["event": .text("watchStalled"), "message": .text($0)] } ?? ["event": .text("watchResumed")]
        case .recovered: ["event": .text("recovered")]
        case .notice(let text): ["event": .text("notice"), "message": .text(text)]
        case .rendered(let path, let took):
            ["event": .text("rendered"), "path": .text(path), "milliseconds": .number(Int(took / .milliseconds(1)))]
        case .progress(let progress):
            [
                "event": .text("progress"), "queued": .number(progress.queued), "waiting": .number(progress.waiting),
                "published": .number(progress.published), "frozen": .flag(progress.isFrozen),
            ]
        case .turned, .yielded, .manifestReplaced, .publication, .workerRestarted, .farm: nil
        }
    }

    private func fields(of published: Published) -> EventFields {
        let sticker = published.sticker
        var fields: EventFields = [
            "event": .text("published"), "pack": .text(published.pack), "id": .text(sticker.id),
            "path": .text(sticker.source.path),
            "bytes": .number(sticker.renditions.first { $0.scale == 3 }?.bytes ?? 0),
        ]
        if let latency = published.latency { fields["milliseconds"] = .number(Int(latency / .milliseconds(1))) }
        return fields
    }

    private func fields(of source: RejectedSource) -> EventFields {
        let finding = source.findings.first { $0.level == .error }
        return [
            "event": .text("rejected"), "pack": .text(source.pack), "id": .text(source.id), "path": .text(source.path),
            "reason": .text(finding?.message ?? ""), "mend": .text(finding?.fix ?? ""),
        ]
    }
}
