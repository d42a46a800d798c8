/// The amount of work of one publication of a watch. It depends on the changes and not on the size of the library.
package struct PublishWork: Sendable, Hashable {
    /// The number of folders in the drop folder whose files were examined.
    package var foldersListed = 0
    /// The number of planned sources.
    package var sourcesPlanned = 0
    /// The number of assembled packs.
    package var packsAssembled = 0
    /// The number of sources in the assembled packs.
    package var sourcesAssembled = 0
    /// The number of written rows of the state database.
    package var rowsWritten = 0
    /// The number of files in the output folder that were linked, moved, written or removed.
    package var filesTouched = 0
    /// The number of bytes written to the output folder, without the manifest and finished renderings.
    package var bytesWritten = 0
    /// The size of the manifest in bytes.
    package var manifestBytes = 0

    package init() {}
}
