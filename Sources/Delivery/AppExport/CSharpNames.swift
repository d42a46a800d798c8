import StickerManifest
import TextEscaping

/// C# source with a name for every sticker, message and game piece. An app that uses the name of a removed item does
/// not compile.
struct CSharpNames {
    private let namespace: String
    private let others: Catalog
    private var packs: [String] = []
    private var packNames = SwiftIdentifier.Namespace(taken: ["StickerNames"])

    /// - Parameters:
    ///   - namespace: the namespace of the app's code.
    ///   - others: the manifest with messages and pieces.
    init(namespace: String, besides others: Catalog) {
        self.namespace = namespace
        self.others = others
    }

    /// Adds the names of a pack's stickers.
    mutating func add(_ pack: Pack) {
        packs.append(
            CSharpNames.pack(
                pack.id, title: pack.title, name: packNames.take(SwiftIdentifier.type(pack.id)),
                pack.stickers.map { ($0.id, $0.label) }))
    }

    /// The complete source.
    var text: String {
        let messages = Dictionary(grouping: others.messages ?? [], by: \.pack).sorted { $0.key < $1.key }.map {
            ($0, $0, $1.map { ($0.id, $0.text.label ?? $0.text.caption ?? $0.id) })
        }
        let pieces = (others.pieces ?? []).map { ($0.id, $0.title, $0.pieces.map { ($0.id, $0.label) }) }
        return """
            // Written by `stickerd export dotnet`; the next export replaces it.
            using System.Collections.Generic;
            using Stickerd;

            namespace \(namespace)
            {

            """ + CSharpNames.group("StickerNames", "sticker", packs)
                + CSharpNames.group("MessageNames", "message", CSharpNames.packs(messages, besides: "MessageNames"))
                + CSharpNames.group("PieceNames", "game piece", CSharpNames.packs(pieces, besides: "PieceNames"))
                + "}\n"
    }

    private static func packs(
        _ groups: [(id: String, title: String, names: [(String, String)])], besides group: String
    ) -> [String] {
        var names = SwiftIdentifier.Namespace(taken: [group])
        return groups.map { pack($0.id, title: $0.title, name: names.take(SwiftIdentifier.type($0.id)), $0.names) }
    }

    /// The source of a group of names. Empty without packs.
    private static func group(_ name: String, _ kind: String, _ packs: [String]) -> String {
        guard !packs.isEmpty else { return "" }
        return """
                /// <summary>A name for every \(kind).</summary>
                public static class \(name)
                {
            \(packs.joined(separator: "\n"))    }

            """
    }

    /// - Parameter items: the ids and their comments.
    private static func pack(_ id: String, title: String, name: String, _ items: [(String, String)]) -> String {
        // In C#, a member cannot have the name of its class.
        var names = SwiftIdentifier.Namespace(taken: ["All", name])
        let members = items.map { (id: $0.0, comment: $0.1, name: names.take(SwiftIdentifier.type($0.0))) }
        let pack = EscapedText.csharpLiteral(id)
        let fields = members.map { member in
            """
                        /// <summary>\(EscapedText.xml(EscapedText.swiftComment(member.comment)))</summary>
                        public static readonly StickerName \(member.name) = new StickerName(\(pack), \(EscapedText.csharpLiteral(member.id)));

            """
        }
        return """
                    /// <summary>\(EscapedText.xml(EscapedText.swiftComment(title)))</summary>
                    public static class \(name)
                    {
            \(fields.joined())
                        /// <summary>All of them, in order.</summary>
                        public static readonly IReadOnlyList<StickerName> All = new[] { \(members.map(\.name).joined(separator: ", ")) };
                    }

            """
    }
}
