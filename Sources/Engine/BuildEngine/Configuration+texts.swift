import StickerConfiguration
import Texts

extension Configuration {
    /// The texts of files for people: notes, the report and the sheets.
    package var texts: Texts { Texts(Language.forFiles(tag: language)) }
}
