import Foundation
import JobModel
import SheetModel

/// What a render process can be asked to do: a line of JSON on its standard input, answered by a line on its standard
/// output.
package enum WorkerRequest: Codable, Sendable {
    /// Which stickerd it belongs to: a worker that answers has started.
    case greeting
    /// To say what it renders with.
    case describe
    case sticker(StickerJob)
    case icon(IconJob)
    case sheet(SheetStrip)
    case print(PrintJob)
    case frames(FramesJob)
}

/// A worker's answer.
package enum WorkerResponse: Codable, Sendable {
    case greeting(RendererVersion)
    case description(RendererDescription)
    case sticker(StickerResult)
    case icon(IconResult)
    case sheet(SheetStripFile)
    /// Files in the order of what was asked for.
    case printed([Data])
    case frames(FramesJob.Outcome)
    case failed(WorkerFault)
}

/// Why a worker could not do its job though no art is to blame.
package enum WorkerFault: Codable, Error, Hashable, Sendable {
    /// The source is being written; it will be taken up again.
    case sourceChanged(String)
    /// The source cannot be read.
    case sourceUnreadable(String)
    /// The output folder takes no files.
    case cannotWrite(path: String, code: Int32)
    /// The installation is at fault.
    case environment(String)
    /// The configuration is at fault.
    case configuration(String)
}

extension WorkerFault {
    /// What a job ended with, of which no art is the cause.
    package init(_ error: any Error) {
        switch error {
        case JobError.sourceChanged(let name): self = .sourceChanged(name)
        case JobError.sourceUnreadable(let name): self = .sourceUnreadable(name)
        case JobError.cannotWrite(let path, let code): self = .cannotWrite(path: path, code: code)
        case let error as BackgroundError: self = .configuration("\(error)")
        default: self = .environment("\(error)")
        }
    }
}
