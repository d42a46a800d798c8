import Mustache
import TextEscaping

/// A page's template. Text in it is escaped by Unicode scalars: the library's own escaping works on characters, and lets a
/// tag through that stands behind a prepended mark.
struct WebTemplate {
    private static let contentType: Void = MustacheContentTypes.register(EscapedMarkup(), named: "MARKUP")
    private let template: MustacheTemplate

    /// - Parameter bytes: the template's text, from the resources.
    /// - Throws: the parser's error.
    init(_ bytes: [UInt8]) throws {
        _ = WebTemplate.contentType
        template = try MustacheTemplate(
            string: "{{% CONTENT_TYPE:MARKUP}}" + String(decoding: bytes, as: UTF8.self))
    }

    func render(_ page: some Any) -> String { template.render(page) }

    private struct EscapedMarkup: MustacheContentType {
        func escapeText(_ text: String) -> String { MarkupText.escaped(text) }
    }
}
