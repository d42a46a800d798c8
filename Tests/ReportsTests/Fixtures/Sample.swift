import JobModel
import StickerManifest

/// Sample values for manifests and reports.
enum Sample {
    static let backgrounds: [Background] = [
        Background(name: "white", fill: .colour("#ffffff")), Background(name: "red", fill: .colour("#ff3b30")),
    ]

    static let warning = Finding(
        rule: "touches-edge", level: .warning, message: "The art reaches the top edge.", fix: "Leave room.")

    static func pack(_ stickers: [Sticker], id: String = "cats", title: String = "Cats") -> Pack {
        Pack(id: id, title: title, titles: [:], size: stickers.first?.size ?? .small, icon: [], stickers: stickers)
    }

    static func catalog(_ packs: [Pack], rejected: [RejectedSource] = []) -> Catalog {
        Catalog(generator: "stickerd 0", packs: packs, rejected: rejected)
    }

    static func sticker(
        _ id: String, label: String = "Happy Cat", size: StickerSize = .small, path: String = "assets/0.png",
        bytes: Int = 1234, findings: [Finding] = [], pixels: String = "p"
    ) -> Sticker {
        let renditions = [3, 2, 1].map { scale in
            Rendition(
                scale: scale, path: path, name: "\(id)@\(scale)x.png", width: size.pixels(scale: scale),
                height: size.pixels(scale: scale), bytes: bytes / (4 - scale), sha256: "0", format: "png", colours: 64,
                fidelity: 0.99996)
        }
        return Sticker(
            id: id, label: label, labels: [:], size: size,
            source: SourceArt(path: "cats/\(id).png", sha256: "0", bytes: 9, format: "png", width: 9, height: 9),
            animation: nil, renditions: renditions,
            previews: backgrounds.map {
                Preview(
                    background: $0.name, path: "assets/\(id) \($0.name).png", name: "previews/\(id)", sha256: "0",
                    bytes: 9)
            },
            fit: Fit(summary: "64 colours are enough.", gaveUp: "nothing", attempts: []), findings: findings,
            fingerprint: "f", pixels: pixels)
    }

    static func rejected(_ path: String, message: String = "The file ends early.", keeps: Bool = false)
        -> RejectedSource
    {
        RejectedSource(
            pack: "cats", id: "x", path: path, sha256: "0", bytes: 2048,
            findings: [
                Finding(rule: "damaged-file", level: .error, message: message, fix: "Export the art again.")
            ], keepsEarlierVersion: keeps)
    }
}
