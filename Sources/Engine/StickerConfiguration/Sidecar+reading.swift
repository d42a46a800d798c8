import JobModel
import StickerCatalog

extension Sidecar {
    /// Reads a sticker's sidecar.
    ///
    /// - Parameter file: the file's name for messages.
    /// - Throws: `ConfigurationError.invalid`, with everything that is wrong with the text.
    package init(json: [UInt8], file: String) throws(ConfigurationError) {
        self = try JSONObjectReader.read(json, file: file) { reader in
            Sidecar(
                label: reader.words("label", "a label"),
                labels: reader.wordsByLanguage("labels", "a label"),
                size: reader.choice("size", of: StickerSize.self),
                trim: reader.boolean("trim"),
                padding: reader.number("padding", in: ConfigurationRange.padding),
                frameRate: reader.number("frameRate", in: ConfigurationRange.sequenceFrameRate),
                loops: reader.integer("loops", in: ConfigurationRange.loops),
                format: reader.choice("format", of: AnimationSettings.Format.self))
        }
    }
}
