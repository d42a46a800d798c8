import SheetModel
import Synchronization
import Texts
import Vector

/// The languages of which this machine's fonts have all letters. Sheets in another one would show boxes in place of words.
enum DrawableLanguages {
    private static let known = Mutex<[Language: Bool]>([:])

    /// The language itself, or English without a font for it. The first question about a language takes milliseconds.
    static func drawable(_ language: Language) -> Language {
        guard language != .english else { return .english }
        let isDrawable = known.withLock { known in
            if let answer = known[language] { return answer }
            let answer = InstalledFonts.missing(Texts(language).lettersOnSheets).isEmpty
            known[language] = answer
            return answer
        }
        return isDrawable ? language : .english
    }
}
