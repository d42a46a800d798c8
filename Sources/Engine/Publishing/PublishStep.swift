/// The steps of a publication, in their order. A process that ends at any of them leaves everything that the published
/// manifest names in place; the next run repairs the rest.
package enum PublishStep: String, CaseIterable, Sendable {
    /// The published state is saved as a snapshot, whose links keep files that are removed below.
    case savePrevious
    /// The state database forgets the pages that are replaced below.
    case invalidate
    /// The publish hold of a rollback is written.
    case hold
    /// Finished files are moved to their content-addressed names. Nothing refers to them yet.
    case adopt
    /// Names for people, and the sheets' images.
    case names
    /// Everything written so far reaches the disk.
    case sync
    /// The manifest is replaced.
    case manifest
    /// The manifest's name reaches the disk.
    case syncFolder
    /// The report and the sheets' pages.
    case pages
    /// Removes unused files.
    case removal
    /// The new state is saved as a snapshot.
    case saveCurrent
    /// The publication is recorded in the state database.
    case record
}
