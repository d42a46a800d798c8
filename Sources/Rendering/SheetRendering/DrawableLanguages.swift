import SheetModel
import Synchronization
import Texts
import Vector

/// The languages whose letters are all in the fonts of this machine. Sheets in other languages would show boxes
/// instead of letters.
enum DrawableLanguages {
    private static let known = Mutex<[Language: Bool]>([:])

    /// The language, or English if the fonts lack letters of the language. The first call for a language takes
    /// milliseconds.
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
