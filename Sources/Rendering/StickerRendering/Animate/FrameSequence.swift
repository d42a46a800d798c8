import JobModel

/// The frames of a folder that was found whole: where they are, and what they must be when they are read again.
struct FrameSequence: Sendable {
    struct Frame: Sendable {
        let path: String
        let sha256: String
        /// Its name in the folder.
        var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }
    }

    let frames: [Frame]
    let timing: FrameTiming

    /// Reads all frames and their digests.
    ///
    /// - Throws: `JobError` when a frame cannot be read, or they are not those that were announced; `Refusal` when they
    ///   are too many or too large.
    init(of job: StickerJob) throws {
        let limits = job.recipe.limits
        guard job.framePaths.count <= limits.frames else {
            throw Refusal(
                FrameSize.tooManyFrames(job.framePaths.count, limit: limits.frames, name: RuleFinding.pathToken))
        }
        var total = 0
        frames = try job.framePaths.map { path in
            let bytes = try SourceFile.read(path, name: job.name)
            total += bytes.count
            guard total <= limits.fileBytes else {
                throw Refusal(
                    Rule.fileTooLarge.finding(
                        "The frames in \(RuleFinding.pathToken) have more than \(NumberFormat.number(limits.fileBytes)) "
                            + "bytes, the limit.",
                        measured: Double(total), limit: Double(limits.fileBytes)))
            }
            return Frame(path: path, sha256: Digest.sha256(bytes))
        }
        timing = job.recipe.timing ?? FrameTiming()
        guard Digest.sequence(frames.map(\.sha256)) == job.sha256 else {
            throw JobError.sourceChanged(job.name)
        }
    }

    /// A frame's bytes, if they are still the same.
    ///
    /// - Throws: `JobError`.
    func bytes(of frame: Frame, name: String) throws -> [UInt8] {
        try SourceFile.read(frame.path, name: name, sha256: frame.sha256)
    }
}
