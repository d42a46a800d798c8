import Intake
import JobModel
import StickerConfiguration
import Texts

extension Configuration {
    /// The backgrounds with the SHA-256 of their images, so that a changed image gives a different recipe.
    ///
    /// - Throws: `IntakeError` if an image cannot be read.
    package func resolvedBackgrounds() throws -> [Background] {
        try recipe.backgrounds.map { setting in
            Background(
                name: setting.name,
                fill: try setting.fill.mapPicture { path in
                    PictureHash(sha256: try SourceDigest.sha256(ofFileAt: path, limit: recipe.limits.fileBytes).hex)
                })
        }
    }

    /// The texts of notes, the report and the sheets, in the configured language.
    package var texts: Texts { Texts(Language.forFiles(tag: language)) }
}
