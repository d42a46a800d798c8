import JobModel

/// The frames of a folder: their names and timing. A frame is loaded when it is needed, so at most one is in memory.
struct FrameSequence {
    struct Frame {
        let place: Int
        /// The name of the file in the folder.
        let fileName: String
    }

    let frames: [Frame]
    let timing: FrameTiming
    private let inputs: any JobInputs

    /// - Throws: `SourceRejection` if there are too many frames.
    init(of job: StickerJob, _ inputs: any JobInputs) throws {
        let limits = job.recipe.limits
        guard job.frameNames.count <= limits.frames else {
            throw SourceRejection(
                FrameSize.tooManyFrames(job.frameNames.count, limit: limits.frames, name: RuleFinding.pathToken))
        }
        frames = job.frameNames.enumerated().map { Frame(place: $0.offset, fileName: $0.element) }
        timing = job.recipe.timing ?? FrameTiming()
        self.inputs = inputs
    }

    /// The bytes of a frame's file.
    ///
    /// - Throws: the errors of the job's inputs.
    func bytes(of frame: Frame) throws -> [UInt8] { try inputs.bytes(of: .frame(frame.place)) }
}
