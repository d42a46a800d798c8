/// One source to be made into a sticker's files. A job is a value: nothing outside it decides what comes out, but for
/// the bytes at `sourcePath`, which must have the digest that is given.
package struct StickerJob: Codable, Hashable, Sendable {
    /// Where the source is: an absolute path.
    package var sourcePath: String
    /// Where the frames of a folder of them are, in the order in which they are shown; empty for a file.
    package var framePaths: [String]
    /// The source's path relative to the drop folder, for messages.
    package var name: String
    /// SHA-256 of the source's bytes, or over those of its frames, in lower-case hexadecimal.
    package var sha256: String
    package var recipe: Recipe
    /// An existing folder that takes the finished files, each named by its digest.
    package var outputFolder: String

    package init(
        sourcePath: String, framePaths: [String] = [], name: String, sha256: String, recipe: Recipe,
        outputFolder: String
    ) {
        self.sourcePath = sourcePath
        self.framePaths = framePaths
        self.name = name
        self.sha256 = sha256
        self.recipe = recipe
        self.outputFolder = outputFolder
    }
}
