import JobModel
import SheetModel

/// A request to a render process, sent as JSON in the first frame of a job. The process then requests the files that it
/// needs.
package enum WorkerRequest: Codable, Sendable {
    /// Requests the description of the renderer.
    case describe
    /// Requests attempts of forbidden operations, to test the sandbox.
    case testSandbox
    case sticker(StickerJob)
    case icon(IconJob)
    case sheet(SheetStrip)
    case print(PrintJob)
    case frames(FramesJob)

    /// The files that the job may need. Both processes refer to a file by its position in this list.
    package var inputs: [JobInput] {
        switch self {
        case .describe, .testSandbox: []
        case .sticker(let job): job.inputs
        case .icon, .frames: [.source]
        case .sheet(let strip): strip.inputs
        case .print(let job): job.inputs
        }
    }
}

/// The answer of a worker. It refers to a file by its number in the order in which the worker sent the files.
package enum WorkerResponse: Codable, Sendable {
    case description(RendererDescription)
    case sandboxTest(SandboxSelfTest)
    case sticker(StickerAnswer)
    case icon(IconAnswer)
    /// The strip of a sheet is drawn. No other file is sent.
    case sheet(SheetStripAnswer)
    /// The requested files were sent in order.
    case printed
    case frames(FramesJob.Outcome)
}

/// The reason why a worker could not do its job although the source may be good.
package enum WorkerFault: Codable, Error, Hashable, Sendable {
    /// A background's picture, identified by its SHA-256, cannot be drawn.
    case background(sha256: String, reason: String)
    /// A published file, identified by its path in the output folder, cannot be drawn.
    case published(path: String, reason: String)
    /// The installation or the order of the job's steps is wrong.
    case environment(String)

    /// Converts the error of a job whose cause is not the source.
    package init(_ error: any Error) {
        switch error {
        case let fault as BackgroundFault: self = .background(sha256: fault.sha256, reason: fault.reason)
        case SheetError.undrawable(let path, let reason): self = .published(path: path, reason: reason)
        default: self = .environment("\(error)")
        }
    }
}
