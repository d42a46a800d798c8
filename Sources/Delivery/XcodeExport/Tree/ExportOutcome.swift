/// What an export did to its folder.
package struct ExportOutcome: Sendable, Equatable {
    /// Paths of the files that were written, relative to the export's folder.
    package var written: [String] = []
    /// Paths of the files that were removed.
    package var removed: [String] = []
    /// How many files were as they should be and were not touched.
    package var unchanged = 0
    /// What a person should hear.
    package var notices: [String] = []

    package init() {}
}
