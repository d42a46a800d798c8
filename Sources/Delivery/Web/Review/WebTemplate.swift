import Mustache
import TextEscaping
import Texts

/// A page's template. Text is escaped by Unicode scalar, because the library's own escaping works on characters and
/// misses a tag after a prepended mark.
struct WebTemplate {
    private static let contentType: Void = MustacheContentTypes.register(EscapedMarkup(), named: "MARKUP")
    private let template: MustacheTemplate

    /// - Parameters:
    ///   - bytes: the template's text, from the resources. `[[key]]` is the text of a key.
    ///   - texts: the language of the page.
    /// - Throws: the parser's error.
    init(_ bytes: [UInt8], _ texts: Texts) throws {
        _ = WebTemplate.contentType
        let filled = texts.filling(String(decoding: bytes, as: UTF8.self)) { MarkupText.escaped($0) }
        template = try MustacheTemplate(string: "{{% CONTENT_TYPE:MARKUP}}" + filled)
    }

    func render(_ page: some Any) -> String { template.render(page) }

    private struct EscapedMarkup: MustacheContentType {
        func escapeText(_ text: String) -> String { MarkupText.escaped(text) }
    }
}
