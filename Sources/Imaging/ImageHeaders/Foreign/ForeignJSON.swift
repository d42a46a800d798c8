/// Recognises JSON files of other programs, which are often next to art. The names of their members identify them.
package enum ForeignJSON {
    /// The kind of a JSON text. Nil for a text that may contain settings of stickerd.
    ///
    /// - Parameter text: the whole text, or its start.
    package static func identify(_ text: [UInt8]) -> ForeignFile? {
        guard let outline = JSONOutline(text) else { return nil }
        return kinds.first { kind in
            kind.names.isSubset(of: outline.names)
                && (kind.later.isSubset(of: outline.names) || !outline.isWhole)
        }?.file
    }

    /// A Lottie animation, which is also the content of animated Telegram stickers.
    static let lottie = ForeignFile(label: "a Lottie animation", fix: ForeignFile.Fix.animation)

    private static let spriteSheet = ForeignFile(
        label: "the list of a sprite sheet",
        fix: "Export each sprite as a separate image. Put the frames of an animation into a folder such as "
            + "Wave.frames.")

    private struct Kind: Sendable {
        /// Members that such a file always has near its start.
        let names: Set<String>
        /// Members that may be missing from the start of the file, because many others may precede them.
        var later: Set<String> = []
        let file: ForeignFile
    }

    private static let kinds: [Kind] = [
        // Source: lottie.github.io/lottie-spec. The members contain the frame rate, the start, the end and the
        // layers.
        Kind(names: ["fr", "ip", "op"], later: ["layers"], file: lottie),
        // Written by Aseprite, TexturePacker and Free Texture Packer. A file for several sheets has the member
        // `textures`.
        Kind(names: ["frames"], later: ["meta"], file: spriteSheet),
        Kind(names: ["textures"], later: ["meta"], file: spriteSheet),
        Kind(
            names: ["skeleton"], later: ["bones"],
            file: ForeignFile(label: "a Spine animation", fix: ForeignFile.Fix.animation)),
        Kind(
            names: ["armature"], file: ForeignFile(label: "a DragonBones animation", fix: ForeignFile.Fix.animation)),
        Kind(names: ["photoTakenTime"], file: notNeeded("data of Google Photos about a photo")),
        Kind(names: ["category", "subcategory"], file: notNeeded("data of a download program about a file")),
        Kind(names: ["images", "info"], file: notNeeded("the contents list of an Xcode asset catalog")),
    ]

    private static func notNeeded(_ label: String) -> ForeignFile {
        ForeignFile(label: label, fix: "stickerd does not need it; remove it if nothing else does.")
    }
}
