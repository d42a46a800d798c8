import Foundation
import Testing
import Web

@Suite("The review page's languages, at the server")
struct ReviewLanguageTests {
    private static let token = "0123456789abcdef0123"

    @Test("the sign-in is in the language that was chosen, or else in the browser's; others get English")
    func login() async throws {
        try await ReviewSite.serving(token: Self.token) { (site) async throws in
            let german = try site.ask("/review/login", headers: ["Accept-Language: fr, de-CH;q=0.8"]).body
            #expect(german.contains("<html lang=\"de\">") && german.contains("<button>Weiter</button>"))
            let cookie = "Cookie: stickerd.language=ja"
            let japanese = try site.ask("/review/login", headers: ["Accept-Language: de", cookie]).body
            #expect(japanese.contains("<html lang=\"ja\">"))
            let unknown = try site.ask(
                "/review/login", headers: ["Accept-Language: fr", "Cookie: stickerd.language=x"])
            #expect(unknown.body.contains("<html lang=\"en\">"))
        }
    }

    @Test("the page's texts are served, to people with access only")
    func tables() async throws {
        for language in ["en", "de", "ja", "pt-BR", "ru", "zh-Hans"] {
            try await ReviewSite.serving { (site) async throws in
                let answer = try site.ask("/review/\(language).json")
                #expect(answer.status == 200 && answer.headers["content-type"] == "application/json")
                let table = try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
                #expect(table?["language.tag"] as? String == language)
            }
        }
        try await ReviewSite.serving(token: Self.token) { (site) async throws in
            #expect(try site.ask("/review/de.json").status == 401)
        }
    }

    @Test("an error is in the language of the person who gets it")
    func errors() async throws {
        try await ReviewSite.serving { (site) async throws in
            let body =
                "{\"sticker\":\"cats/gone\",\"pixels\":\"\",\"verdict\":\"approved\",\"reviewer\":\"Ada\",\"comment\":\"\"}"
            let headers = [site.origin, "Content-Type: application/json", "Accept-Language: de"]
            let answer = try site.ask("/review/api/decisions", "POST", headers: headers, body: body)
            #expect(answer.status == 404 && answer.body.contains("Diesen Sticker gibt es nicht mehr."))
        }
    }
}
