import JobModel

/// A sticker that a worker has rendered.
package struct MadeSticker: Sendable {
    package var result: StickerResult
    var answer: StickerAnswer
    /// The files of the answer, by number.
    var files: [ReceivedFile]

    package init(result: StickerResult, answer: StickerAnswer, files: [ReceivedFile]) {
        (self.result, self.answer, self.files) = (result, answer, files)
    }
}

/// Verifies results of the farm. Some of them are rendered again on this machine, because only a comparison detects a
/// compromised machine or faulty memory.
extension StickerPool {
    /// Whether a result of this run is not valid any more, because another result of the same maker was wrong.
    package func isDistrusted(_ fingerprint: String?) -> Bool {
        guard let farm, let fingerprint else { return false }
        return farm.makers.distrusts(fingerprint: fingerprint)
    }

    /// Renders a sticker. If the farm renders it, this machine may render it again for comparison.
    ///
    /// - Parameter render: renders the sticker. The farm may render it only if `mayBeRemote` is true; `madeBy` is then
    ///   called with the maker.
    /// - Returns: the sticker, and whether this machine rendered it.
    /// - Throws: the errors of `render`.
    package func verified(
        of source: JobSource, fingerprint: String?, mayBeRemote: Bool,
        by render: (_ mayBeRemote: Bool, _ madeBy: (FarmMaker) -> Void) async throws -> MadeSticker
    ) async throws -> (sticker: MadeSticker, isOwn: Bool) {
        guard let farm, mayBeRemote else { return (try await render(false) { _ in }, true) }
        var maker: FarmMaker?
        let made = try await render(true) { maker = $0 }
        if let fingerprint { farm.makers.note(maker, of: fingerprint) }
        guard let maker else { return (made, true) }
        guard Double.random(in: 0..<1) < farm.verifyShare || farm.makers.distrusts(maker.worker) else {
            return (made, false)
        }
        let own = try await render(false) { _ in }
        if let fingerprint { farm.makers.note(nil, of: fingerprint) }
        if own.result == made.result {
            farm.noteVerified()
        } else {
            farm.distrust(maker, path: source.name)
        }
        return (own, true)
    }
}
