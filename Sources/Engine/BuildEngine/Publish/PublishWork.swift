/// The work of one publication of a watch, in counts. It depends on the changes, not on the size of the library.
package struct PublishWork: Sendable, Hashable {
    /// Folders of the drop folder whose files were examined.
    package var foldersListed = 0
    /// Sources that were planned.
    package var sourcesPlanned = 0
    /// Packs that were assembled.
    package var packsAssembled = 0
    /// Sources of these packs.
    package var sourcesAssembled = 0
    /// Rows of the state database that were written.
    package var rowsWritten = 0
    /// Files of the output folder that were linked, moved, written or removed.
    package var filesTouched = 0
    /// Bytes written to the output folder, without the manifest and finished renderings.
    package var bytesWritten = 0
    /// Bytes of the manifest.
    package var manifestBytes = 0

    package init() {}
}
