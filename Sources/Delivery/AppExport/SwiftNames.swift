import StickerManifest
import TextEscaping

/// Swift source with a name for every sticker, message and game piece. An app that uses the name of a removed item does
/// not compile.
///
/// It receives the packs one by one, and keeps only the source of each.
package struct SwiftNames {
    private var packs: [String] = []
    private var packNames = SwiftIdentifier.Namespace(taken: ["StickerName"])
    private var titles: [String: String] = [:]

    /// The manifest with messages and pieces.
    private let others: Catalog

    /// - Parameter others: the manifest with messages and pieces.
    package init(besides others: Catalog) { self.others = others }

    package init(_ catalog: Catalog) {
        self.init(besides: catalog)
        for pack in catalog.packs { add(pack) }
    }

    /// Adds the names of a pack's stickers.
    package mutating func add(_ pack: Pack) {
        let group = Group(
            pack: pack.id, title: pack.title, names: pack.stickers.map { Name(id: $0.id, comment: $0.label) })
        titles[pack.id] = pack.title
        packs.append(
            SwiftNames.pack(
                group, name: packNames.take(SwiftIdentifier.type(pack.id)), type: "StickerName", "sticker",
                "browser order"))
    }

    /// The complete source.
    package var text: String {
        SwiftNames.head + SwiftNames.names("stickers", of: "StickerName", packs)
            + SwiftNames.messages(others, titles: titles) + SwiftNames.pieces(others)
    }

    /// The source of the messages' names. Empty without messages, so that the file of such an app stays the same.
    private static func messages(_ catalog: Catalog, titles: [String: String]) -> String {
        guard let messages = catalog.messages, !messages.isEmpty else { return "" }
        let groups = Dictionary(grouping: messages, by: \.pack).sorted { $0.key < $1.key }.map { pack, messages in
            Group(
                pack: pack, title: titles[pack] ?? pack,
                names: messages.map { Name(id: $0.id, comment: $0.text.label ?? $0.text.caption ?? $0.id) })
        }
        return "\n" + names("messages", of: "MessageName", parameter: "message", order: "the manifest's order", groups)
    }

    private static func pieces(_ catalog: Catalog) -> String {
        guard let packs = catalog.pieces, !packs.isEmpty else { return "" }
        let groups = packs.map { pack in
            Group(
                pack: pack.id, title: pack.title, names: pack.pieces.map { Name(id: $0.id, comment: $0.label) })
        }
        return "\n" + names("pieces", of: "PieceName", parameter: "piece", order: "the pack's order", groups)
    }

    /// The items of a pack, in order.
    private struct Group {
        var pack: String
        var title: String
        var names: [Name]
    }

    private struct Name {
        var id: String
        var comment: String
    }

    private static let head = """
        // Written by `stickerd export app`; the next export replaces it.

        import Foundation
        import StickerCatalog

        /// The stickers that come with the app.
        enum StickerAssets {
            /// The folder with their manifest; nil if it was not added to this target.
            static var folder: URL? {
                let bundle = Bundle(for: Marker.self)
                if let folder = bundle.url(forResource: "StickerAssets", withExtension: nil) { return folder }
                // Xcode may have copied the files one by one. The library then explains how to add the folder.
                guard bundle.url(forResource: "catalog", withExtension: "json") != nil else { return nil }
                return bundle.resourceURL?.appendingPathComponent("StickerAssets")
            }

            private final class Marker {}
        }


        """

    /// - Parameters:
    ///   - kind: the kind of the named items in the plural, such as `stickers`.
    ///   - type: the type of a name, such as `StickerName`. The enumeration has its plural as its name.
    ///   - parameter: the argument label of the id in the type's initializer.
    private static func names(
        _ kind: String, of type: String, parameter: String, order: String, _ groups: [Group]
    ) -> String {
        var packNames = SwiftIdentifier.Namespace(taken: [type])
        let packs = groups.map { group in
            pack(group, name: packNames.take(SwiftIdentifier.type(group.pack)), type: type, parameter, order)
        }
        return names(kind, of: type, packs)
    }

    /// - Parameter packs: the source of each pack's names.
    private static func names(_ kind: String, of type: String, _ packs: [String]) -> String {
        """
        /// A name for every \(kind.dropLast()).
        enum \(type)s {

        """ + packs.joined(separator: "\n") + "}\n"
    }

    private static func pack(
        _ group: Group, name: String, type: String, _ parameter: String, _ order: String
    ) -> String {
        var names = SwiftIdentifier.Namespace(taken: ["all"])
        let members = group.names.map { ($0, names.take(SwiftIdentifier.value($0.id))) }
        let constants = members.map { member, name in
            """
                    /// \(EscapedText.swiftComment(member.comment))
                    static let \(name) = \(type)(pack: \(EscapedText.swiftLiteral(group.pack)), \(parameter): \(EscapedText.swiftLiteral(member.id)))

            """
        }
        let all = members.map { "            \($0.1),\n" }.joined()
        return """
                /// \(EscapedText.swiftComment(group.title))
                enum \(name) {
            \(constants.joined())
                    /// All of them, in \(order).
                    static let all: [\(type)] = [
            \(all)        ]
                }

            """
    }
}
