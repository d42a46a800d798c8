import StickerManifest

extension Sticker {
    /// Creates the sticker `one`.
    ///
    /// - Parameter pixels: the digit that is repeated to form the hash of the pixels.
    static func one(_ pixels: Character) -> Sticker {
        Sticker(
            id: "one", label: "One", labels: [:], size: .regular,
            source: SourceArt(path: "cats/One.svg", sha256: "", bytes: 1, format: "svg", width: 1, height: 1),
            animation: nil, renditions: [], previews: [], fit: Fit(summary: "", gaveUp: "nothing", attempts: []),
            findings: [], fingerprint: "", pixels: String(repeating: pixels, count: 64))
    }
}
