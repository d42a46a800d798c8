import HTTPTypes
import Hummingbird
import Texts

extension Request {
    /// The cookie in which the review page stores the chosen language.
    private static let languageCookie = "stickerd.language"

    /// The texts in the language for this request: the language that was chosen on the page, or else the browser's
    /// language.
    var texts: Texts {
        let chosen = cookies[Request.languageCookie].flatMap { Language(tag: $0.value) }
        let preferred = headers[.acceptLanguage].flatMap { Language(acceptedBy: $0) }
        return Texts(chosen ?? preferred ?? .english)
    }
}
