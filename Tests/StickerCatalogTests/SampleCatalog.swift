import StickerManifest

/// A manifest in which every field has a value that is not its default.
enum SampleCatalog {
    static let sticker = Sticker(
        id: "happy-cat", label: "Happy \"Cat\" 😀", labels: ["de": "Frohe Katze", "ja": "ねこ"], size: .large,
        source: SourceArt(
            path: "cats/Happy Cat.png", sha256: "aa", bytes: 12_345, format: "png", width: 1024, height: 768),
        animation: Animation(frames: 3, duration: 900, loopCount: 0),
        renditions: [
            Rendition(
                scale: 3, path: "assets/aa.png", name: "packs/cats/happy-cat@3x.png", width: 618, height: 618,
                bytes: 4321, sha256: "aa", format: "png", colours: nil, fidelity: 0.997_123)
        ],
        previews: [
            Preview(
                background: "white", path: "assets/bb.png", name: "previews/cats/happy-cat/white.png", sha256: "bb",
                bytes: 99)
        ],
        fit: Fit(
            summary: "64 of 900 colours.", gaveUp: "colours",
            attempts: [Fit.Attempt(method: "palette", colours: 64, bytes: nil, fidelity: 0.9)]),
        findings: [
            Finding(
                rule: "touches-edge", level: .warning, message: "It touches.", fix: "Leave room.", measured: 40,
                limit: 15, unit: "percent")
        ], fingerprint: "ff", pixels: "pp")

    static let catalog = Catalog(
        generator: "stickerd 1.2.3",
        packs: [
            Pack(
                id: "cats", title: "Cats", titles: ["de": "Katzen"], size: .regular,
                icon: [
                    IconRendition(
                        path: "assets/ii.png", name: "packs/cats/icon/58x58.png", width: 58, height: 58, bytes: 7,
                        sha256: "ii")
                ], stickers: [sticker])
        ],
        rejected: [
            RejectedSource(
                pack: "cats", id: "sad-cat", path: "cats/Sad Cat.gif", sha256: "cc", bytes: 0,
                findings: [Finding(rule: "empty-file", level: .error, message: "Empty.", fix: "Export again.")],
                keepsEarlierVersion: true)
        ], rulesOff: ["same-picture"])
}
