/// The steps of a publication, in their order. If the process ends during any step, all files of the published
/// manifest still exist. The next run repairs the rest.
package enum PublishStep: String, CaseIterable, Sendable {
    /// Saves the published state as a snapshot. The links in the snapshot keep the files that a later step removes.
    case savePrevious
    /// Removes from the state database the rows of pages that a later step replaces.
    case invalidate
    /// Writes the publish hold of a rollback.
    case hold
    /// Moves finished files to their content-addressed names. Nothing refers to them yet.
    case adopt
    /// Creates the readable names, and writes the images of the sheets.
    case names
    /// Flushes everything written so far to the disk.
    case sync
    /// Replaces the manifest.
    case manifest
    /// Flushes the folder entry of the manifest to the disk.
    case syncFolder
    /// Writes the report and the pages of the sheets.
    case pages
    /// Removes unused files.
    case removal
    /// Saves the new state as a snapshot.
    case saveCurrent
    /// Records the publication in the state database.
    case record
}
