/// There is no manifest in the output folder.
package struct NothingPublished: Error, Hashable, CustomStringConvertible {
    /// The output folder.
    package let out: String

    package init(out: String) { self.out = out }

    package var description: String {
        "\(out): nothing is published here, there is no catalog.json. Run `stickerd build` first, or name the right folder "
            + "with --out."
    }
}
