import Intake
import JobModel
import StickerConfiguration
import Texts

extension Configuration {
    /// The backgrounds with the digests of their images, which distinguish results.
    ///
    /// - Throws: `IntakeError` when an image cannot be read.
    package func resolvedBackgrounds() throws -> [Background] {
        try backgrounds.map { setting in
            switch setting.fill {
            case .colour(let hex): Background(name: setting.name, fill: .colour(hex))
            case .image(let path):
                Background(
                    name: setting.name,
                    fill: .image(sha256: try SourceDigest.sha256(ofFileAt: path, limit: limits.fileBytes).hex))
            }
        }
    }

    /// The texts of files for people: notes, the report and the sheets.
    package var texts: Texts { Texts(Language.forFiles(tag: language)) }
}
