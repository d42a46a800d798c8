import JobModel
import StickerManifest

/// Sample packs and stickers for manifests without files.
enum ManifestSample {
    static func pack(_ id: String, stickers: Int) -> Pack {
        Pack(
            id: id, title: id.capitalized, titles: [:], size: .regular, icon: [],
            stickers: (0..<stickers).map { sticker(id, "\(id)-\($0)") })
    }

    /// - Parameter version: a number. Different versions have different pixels.
    static func sticker(_ pack: String, _ id: String, version: Int = 1) -> Sticker {
        func digest(_ what: String) -> String { Digest.sha256("\(pack)/\(id)/\(version)/\(what)") }
        return Sticker(
            id: id, label: "Label of \(id)", labels: ["de": "Schild von \(id)"], size: .regular,
            source: SourceArt(
                path: "\(pack)/\(id).png", sha256: digest("source"), bytes: 4321, format: "png", width: 600,
                height: 500),
            animation: Animation(frames: 12, duration: 1200, loopCount: 0),
            renditions: [3, 2, 1].map { scale in
                Rendition(
                    scale: scale, path: "assets/\(digest("\(scale)")).png", name: "packs/\(pack)/\(id)@\(scale)x.png",
                    width: 136 * scale, height: 136 * scale, bytes: 123_456 * scale / 3, sha256: digest("\(scale)"),
                    format: "apng", colours: scale == 3 ? 64 : nil, fidelity: 0.9987)
            },
            previews: [
                Preview(
                    background: "white", path: "assets/\(digest("white")).png",
                    name: "previews/\(pack)/\(id)/white.png", sha256: digest("white"), bytes: 999)
            ],
            fit: Fit(
                summary: "64 colours.", gaveUp: "colours",
                attempts: [.init(method: "palette", colours: 64, bytes: nil, fidelity: 0.5)]),
            findings: [], fingerprint: digest("fingerprint"), pixels: digest("pixels"),
            filmstrip: Filmstrip(
                path: "assets/\(digest("strip")).png", name: "previews/\(pack)/\(id).filmstrip.png",
                sha256: digest("strip"), bytes: 77, width: 300, height: 50, times: [0, 200, 400]))
    }

    static func message(_ pack: String, _ id: String) -> Message {
        let sticker = sticker(pack, id)
        return Message(
            pack: pack, id: id, text: MessageText(caption: "Your move", label: "A board"),
            translations: ["de": MessageText(caption: "Du bist dran")], source: sticker.source,
            renditions: sticker.renditions, previews: sticker.previews, fit: sticker.fit,
            findings: [Finding(rule: "message-small", level: .warning, message: "It is.", fix: "Enlarge it.")],
            fingerprint: sticker.fingerprint, pixels: sticker.pixels, review: Review(outcome: .approved))
    }

    static func icon(_ pack: String, _ width: Int, _ height: Int) -> IconRendition {
        let sha256 = Digest.sha256("\(pack) \(width)")
        return IconRendition(
            path: "assets/\(sha256).png", name: "packs/\(pack)/icon/\(width)x\(height).png", width: width,
            height: height, bytes: width, sha256: sha256)
    }

    static func rejected(_ pack: String) -> RejectedSource {
        RejectedSource(
            pack: pack, id: "sad", path: "\(pack)/Sad.png", sha256: Digest.sha256(pack), bytes: 0,
            findings: [Finding(rule: "empty-file", level: .error, message: "No bytes.", fix: "Export it again.")],
            keepsEarlierVersion: false)
    }
}
