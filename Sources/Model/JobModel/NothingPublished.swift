/// There is no manifest in the output folder.
package struct NothingPublished: Error, Hashable, CustomStringConvertible {
    /// The output folder.
    package let out: String

    package init(out: String) { self.out = out }

    package var description: String {
        "\(out): nothing is published here: catalog.json is missing. Run `stickerd build` first, or set the folder with --out."
    }
}
