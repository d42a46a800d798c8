import StickerManifest

/// Swift source that has a name for every sticker, so that an app which names one that is gone does not compile.
package struct SwiftNames {
    package let text: String

    package init(_ catalog: Catalog) {
        var packNames = SwiftIdentifier.Namespace(taken: ["StickerName"])
        let packs = catalog.packs.map { pack in
            SwiftNames.pack(pack, name: packNames.take(SwiftIdentifier.type(pack.id)))
        }
        text = SwiftNames.head + packs.joined(separator: "\n") + "}\n"
    }

    private static let head = """
        // Written by `stickerd export app`; the next export replaces it.

        import Foundation
        import StickerCatalog

        /// The stickers that come with the app.
        enum StickerAssets {
            /// The folder with their manifest; nil when it was not added to this target.
            static var folder: URL? {
                Bundle(for: Marker.self).url(forResource: "StickerAssets", withExtension: nil)
            }

            private final class Marker {}
        }

        /// A name for every sticker.
        enum StickerNames {

        """

    private static func pack(_ pack: Pack, name: String) -> String {
        var names = SwiftIdentifier.Namespace(taken: ["all"])
        let stickers = pack.stickers.map { ($0, names.take(SwiftIdentifier.value($0.id))) }
        let constants = stickers.map { sticker, name in
            """
                    /// \(comment(sticker.label))
                    static let \(name) = StickerName(pack: \(literal(pack.id)), sticker: \(literal(sticker.id)))

            """
        }
        let all = stickers.map { "            \($0.1),\n" }.joined()
        return """
                /// \(comment(pack.title))
                enum \(name) {
            \(constants.joined())
                    /// All of them, in browser order.
                    static let all: [StickerName] = [
            \(all)        ]
                }

            """
    }

    /// On one line, whatever a person wrote.
    private static func comment(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    private static func literal(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            scalar == "\"" || scalar == "\\" || scalar.value < 32
                ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
        return "\"\(escaped.joined())\""
    }
}
