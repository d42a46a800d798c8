import Mustache
import TextEscaping
import Texts

/// An HTML template. Text is escaped by Unicode scalar. The escaping of the Mustache library works by character, and
/// misses a "<" that is combined with another scalar.
struct WebTemplate {
    private static let contentType: Void = MustacheContentTypes.register(EscapedMarkup(), named: "MARKUP")
    private let template: MustacheTemplate

    /// - Parameters:
    ///   - bytes: the text of the template. `[[key]]` is replaced by the text of a key.
    ///   - texts: the texts in the language of the page.
    /// - Throws: the errors of the template parser.
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
