import JobModel
import StickerManifest
import TextEscaping

/// The web page of a message, which people see if they open the message's URL on a Mac or in a browser. The page shows
/// the picture or film, and the texts in all languages. It has no scripts, and loads only files of the same tree.
package enum MessagePage {
    /// The folder of all message pages in the files for apps.
    package static let folder = "messages"

    /// The path of a page, such as `messages/cats/your-move.html`.
    package static func path(pack: String, message: String) -> String { "\(folder)/\(pack)/\(message).html" }

    /// The content security policy of the page.
    package static let contentSecurityPolicy =
        "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'"

    /// The HTML text of a page.
    ///
    /// - Parameters:
    ///   - message: the message in its form for apps.
    ///   - assets: the URL of the assets folder relative to the page, without a trailing slash.
    package static func html(of message: Message, assets: String) -> String {
        // Texts that a language takes from the default language are omitted, because the page already contains them.
        let translations = message.translations.sorted { $0.key < $1.key }
        let paragraphs =
            [paragraph(message.text, language: nil)] + translations.map { paragraph($0.value, language: $0.key) }
        let title = message.text.summary ?? message.text.caption ?? message.id
        return """
            <!doctype html>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>\(MarkupText.escaped(shown(title)))</title>
            <style>
            body { font: 17px/1.3 system-ui, sans-serif; color-scheme: light dark; display: grid; place-items: center; }
            main { width: 300px; max-width: 100% }
            img, video { width: 100%; border-radius: 20px; display: block }
            p { margin: 8px }
            small { opacity: 0.7 }
            </style>
            <main>
            \(picture(of: message, assets: assets))
            \(paragraphs.filter { !$0.isEmpty }.joined(separator: "\n"))
            </main>

            """
    }

    private static func picture(of message: Message, assets: String) -> String {
        let label = MarkupText.escaped(message.text.label ?? "")
        func address(_ file: Rendition?) -> String {
            let name = file?.path.split(separator: "/").last.map(String.init) ?? ""
            return MarkupText.escaped("\(assets)/\(name)")
        }
        guard let film = message.film, film.format == StickerFormat.mp4.rawValue else {
            let picture = address(message.film ?? message.delivery)
            return "<img src=\"\(picture)\" width=\"300\" height=\"300\" alt=\"\(label)\">"
        }
        return "<video src=\"\(address(film))\" poster=\"\(address(message.delivery))\" width=\"300\" height=\"300\" "
            + "aria-label=\"\(label)\" autoplay muted loop playsinline controls></video>"
    }

    private static func paragraph(_ text: MessageText, language: String?) -> String {
        let large = [text.imageTitle, text.caption, text.trailingCaption].compactMap(\.self)
        let small = [text.imageSubtitle, text.subcaption, text.trailingSubcaption].compactMap(\.self)
        guard !(large + small).isEmpty else { return "" }
        let attribute = language.map { " lang=\"\(MarkupText.escaped($0))\"" } ?? ""
        let lines =
            large.map { MarkupText.escaped(shown($0)) }
            + small.map { "<small>\(MarkupText.escaped(shown($0)))</small>" }
        return "<p\(attribute)>\(lines.joined(separator: "<br>"))</p>"
    }

    /// A text with "…" in place of the participants' names, which only Messages knows.
    private static func shown(_ text: String) -> String {
        MessageText(caption: text).naming(sender: "…", recipient: "…").caption ?? text
    }
}
