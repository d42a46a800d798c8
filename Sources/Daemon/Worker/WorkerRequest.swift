import Pipeline
import Review

/// What a worker process can be asked to do.
package enum WorkerRequest: Codable, Sendable {
    case sticker(StickerJob)
    case icon(IconJob)
    case sheet(SheetJob)
    case frames(FramesJob)
}

/// A worker's answer.
package enum WorkerResponse: Codable, Sendable {
    case sticker(StickerResult)
    case icon(IconResult)
    case sheet(SheetPageFile)
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
