import JobModel
import Publishing
import StickerManifest
import Testing

@Suite("The web page of a message")
struct MessagePageTests {
    private func message(_ text: MessageText, translations: [String: MessageText] = [:]) -> Message {
        var message = ManifestSample.message("cats", "your-move")
        message.text = text
        message.translations = translations
        return message
    }

    private func html(_ message: Message) -> String { MessagePage.html(of: message, assets: "../../assets") }

    @Test("the texts of a message cannot become markup")
    func escaped() {
        let text = MessageText(caption: "<script>1</script>", label: "\"><script>2</script>")
        let html = html(message(text, translations: ["de": MessageText(caption: "</p><script>3</script>")]))
        #expect(!html.contains("<script>"))
        #expect(html.contains("&lt;script&gt;1"))
    }

    @Test("a language has a paragraph of the texts that it translates, or none")
    func languages() {
        let html = html(
            message(
                MessageText(caption: "Your move", summary: "Summary"),
                translations: ["de": MessageText(caption: "Du bist dran"), "fr": MessageText(summary: "Résumé")]))
        #expect(html.contains("<p lang=\"de\">Du bist dran</p>"))
        #expect(!html.contains("lang=\"fr\""))
        #expect(html.contains("<title>Summary</title>"))
    }

    @Test("the names of the participants, which only Messages knows, are not placeholders on the page")
    func participants() {
        let text = MessageText(caption: "\(MessageText.sender) waits for \(MessageText.recipient)")
        #expect(html(message(text)).contains("… waits for …"))
    }

    @Test("a picture is referred to in the folder of the assets, with its label")
    func picture() throws {
        let message = message(MessageText(caption: "A", label: "A board"))
        let file = try #require(message.delivery?.path.split(separator: "/").last)
        #expect(html(message).contains("<img src=\"../../assets/\(file)\""))
        #expect(html(message).contains("alt=\"A board\""))
    }

    @Test("a film is played, with the picture until it is loaded; an animated picture is a picture")
    func film() throws {
        var message = message(MessageText(caption: "A"))
        var film = try #require(message.delivery)
        film.path = "assets/film.mp4"
        film.format = "mp4"
        message.film = film
        #expect(html(message).contains("<video src=\"../../assets/film.mp4\" poster=\"../../assets/"))
        film.path = "assets/film.gif"
        film.format = "gif"
        message.film = film
        #expect(html(message).contains("<img src=\"../../assets/film.gif\""))
    }

    @Test("the page's path is below one folder, by pack and message")
    func path() {
        #expect(MessagePage.path(pack: "cats", message: "your-move") == "messages/cats/your-move.html")
    }
}
