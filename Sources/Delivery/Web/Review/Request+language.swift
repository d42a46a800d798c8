import HTTPTypes
import Hummingbird
import Texts

extension Request {
    /// The cookie in which the review page keeps the language that a person chose.
    private static let languageCookie = "stickerd.language"

    /// The texts for the person who sent the request: in the language chosen on the page, or else in the browser's.
    var texts: Texts {
        let chosen = cookies[Request.languageCookie].flatMap { Language(tag: $0.value) }
        let preferred = headers[.acceptLanguage].flatMap { Language(acceptedBy: $0) }
        return Texts(chosen ?? preferred ?? .english)
    }
}
