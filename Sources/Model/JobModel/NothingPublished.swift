/// The error for an output folder without a manifest.
package struct NothingPublished: Error, Hashable, CustomStringConvertible {
    /// The path of the output folder.
    package let out: String

    package init(out: String) { self.out = out }

    package var description: String {
        "\(out): nothing is published here: catalog.json is missing. Run `stickerd build` first, or set the folder with --out."
    }
}
