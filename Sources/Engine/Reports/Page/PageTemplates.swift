import Mustache
import SheetModel
import TextEscaping
import Texts

/// The pages' templates, read once from the resources in the program.
package struct PageTemplates: Sendable {
    package enum Name: String, CaseIterable {
        case sheet, report, offline, morning
        case printCover = "print-cover"
        case printPack = "print-pack"
        case printContact = "print-contact"
        case printDetail = "print-detail"
        case printRejected = "print-rejected"
        case printWall = "print-wall"
    }

    private let library: MustacheLibrary
    private static let english = Result { try PageTemplates(.english) }
    /// The templates by language, which are parsed when they are first needed.
    private static let translated = Dictionary(
        uniqueKeysWithValues: Language.allCases.map { language in
            (language, Result { try PageTemplates(Texts(language)) })
        })

    /// The templates in the language of the texts.
    ///
    /// - Throws: an error if a template is invalid. A test ensures that none is.
    package static func shared(_ texts: Texts = .english) throws -> PageTemplates {
        try (translated(texts) ?? english).get()
    }

    private static func translated(_ texts: Texts) -> Result<PageTemplates, any Error>? {
        texts.language == .english ? nil : translated[texts.language]
    }

    /// - Parameter texts: the texts that replace `[[key]]`.
    private init(_ texts: Texts) throws {
        MustacheContentTypes.register(EscapedMarkup(), named: "MARKUP")
        var library = MustacheLibrary()
        for (name, bytes) in [
            ("sheet", PackageResources.sheet_mustache), ("report", PackageResources.report_mustache),
            ("offline", PackageResources.offline_mustache), ("morning", PackageResources.morning_mustache),
            ("print-cover", PackageResources.print_cover_mustache),
            ("print-pack", PackageResources.print_pack_mustache),
            ("print-contact", PackageResources.print_contact_mustache),
            ("print-detail", PackageResources.print_detail_mustache),
            ("print-rejected", PackageResources.print_rejected_mustache),
            ("print-wall", PackageResources.print_wall_mustache),
            ("parts", PackageResources.parts_mustache),
            ("rejected", PackageResources.rejected_mustache), ("strip", PackageResources.strip_mustache),
            ("findings", PackageResources.findings_mustache), ("head", PackageResources.head_mustache),
            ("change", PackageResources.change_mustache),
        ] {
            // Every template first sets the escaping. The escaping of the Mustache library works by character, and
            // misses a quotation mark that is combined with an accent.
            let filled = texts.filling(String(decoding: bytes, as: UTF8.self)) { MarkupText.escaped($0) }
            try library.register("{{% CONTENT_TYPE:MARKUP}}" + filled, named: name)
        }
        self.library = library
    }

    package func render(_ page: some Any, with name: Name) -> String {
        library.render(PageContent.plain(page) ?? [:], withTemplate: name.rawValue) ?? ""
    }

    private struct EscapedMarkup: MustacheContentType {
        func escapeText(_ text: String) -> String { MarkupText.escaped(text) }
    }
}

/// Converts the values of templates to dictionaries. Mustache could inspect the values itself. But for each name it
/// would inspect the whole value, and for a missing name also all enclosing values.
package enum PageContent {
    /// Replaces a nil member. Otherwise, Mustache would show the section of the optional value, with the text “nil”.
    private struct MissingValue: MustacheCustomRenderable {
        var renderText: String { "" }
        var isNull: Bool { true }
    }

    /// Converts structures to dictionaries and collections to arrays. Texts, numbers and Booleans are unchanged. A
    /// nil member has an empty text and no section. The result is nil for nil.
    package static func plain(_ value: Any) -> Any? {
        if value is String || value is Bool || value is Int || value is Double { return value }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.flatMap { plain($0.value) }
        case .collection: return mirror.children.compactMap { plain($0.value) }
        case .struct:
            var members: [String: Any] = [:]
            for child in mirror.children {
                if let name = child.label { members[name] = plain(child.value) ?? MissingValue() }
            }
            return members.isEmpty ? value : members
        default: return value
        }
    }
}

/// The content of every page's head.
package struct PageHead {
    let title: String
    /// The style sheet from the resources, which is trusted and not escaped.
    let style: String

    package init(title: String, styles: [[UInt8]], extra: String = "") {
        self.title = title
        style = styles.map { String(decoding: $0, as: UTF8.self) }.joined() + extra
    }
}
