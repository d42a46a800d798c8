import JobModel

/// A sticker as a worker has made it.
struct MadeSticker: Sendable {
    var result: StickerResult
    var answer: StickerAnswer
    /// The files of the answer, by number.
    var files: [ReceivedFile]
}

/// Renders some results of other machines here too, because only a comparison detects a machine that lies or has faulty
/// memory.
extension StickerPool {
    /// Whether a result that was made in this run counts no more, because its machine has made something else than this one.
    package func isDistrusted(_ fingerprint: String?) -> Bool {
        guard let nodes, let fingerprint else { return false }
        return nodes.distrusts(fingerprint: fingerprint)
    }

    /// Makes a sticker, and renders a share of those of other machines here again.
    ///
    /// - Parameter render: makes it, on another machine only if allowed, and returns the agent.
    /// - Throws: as `render`.
    func verified(
        _ job: WorkerJob, of source: JobSource, fingerprint: String?,
        by render: (_ isRemote: Bool, _ answeredBy: (NodeRecord) -> Void) async throws -> MadeSticker
    ) async throws -> MadeSticker {
        guard let nodes, job.remoteTerms != nil else {
            let made = try await render(false) { _ in }
            if let fingerprint, let nodes { nodes.note(maker: nil, of: fingerprint) }
            return made
        }
        var maker: NodeRecord?
        let made = try await render(true) { maker = $0 }
        if let fingerprint { nodes.note(maker: maker, of: fingerprint) }
        guard let maker else { return made }
        let isChosen = workers.verifyShare > 0 && Double.random(in: 0..<1) < workers.verifyShare
        guard isChosen || nodes.distrusts(host: maker.value.host) else { return made }
        let own = try await render(false) { _ in }
        if let fingerprint { nodes.note(maker: nil, of: fingerprint) }
        if own.result == made.result {
            maker.note { $0.verified += 1 }
        } else {
            nodes.distrust(host: maker.value.host, path: source.name)
        }
        return own
    }
}
