/// The status of a file in the drop folder.
package enum SourceStatus: String, Codable, Sendable, CaseIterable {
    /// The file is a sticker in the catalog.
    case published
    /// A rule of the level error, or damage, keeps it out.
    case rejected
    /// Another file with the same content became the sticker.
    case duplicate
    /// A file of the same name in a preferred format is used.
    case superseded
    /// It is still being written, or waits in the queue.
    case waiting
    /// The file is not a source.
    case ignored
}
