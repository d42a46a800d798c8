import Deflate

/// Recognises ZIP and gzip files, which many programs use for their documents.
package enum ForeignArchive {
    static let zipSignature: [UInt8] = [0x50, 0x4B, 0x03, 0x04]
    static let emptyZipSignature: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
    static let gzipSignature: [UInt8] = [0x1F, 0x8B]

    /// The number of bytes at the end of a ZIP archive that are searched for the names of its files.
    package static let tailSize = 1 << 16

    /// The maximum number of bytes of a gzip file that are unpacked to identify its content.
    private static let unpackLimit = 16 << 20

    // MARK: ZIP

    /// The kind of a ZIP archive, according to the names of its files. If none of them is known, according to the
    /// extension of the archive.
    static func zip(head: [UInt8], tail: [UInt8], fileExtension: String) -> ForeignFile {
        let entries = head + tail.suffix(tailSize)
        if let document = documents.first(where: { $0.entries.allSatisfy { entries.holds($0) } }) {
            return document.kind
        }
        return byExtension[fileExtension] ?? ForeignFile(label: "a ZIP archive", fix: ForeignFile.Fix.unpack)
    }

    /// Texts by which the archives of a program are recognised: file names, or the media type in the file `mimetype`.
    /// The first match decides.
    private static let documents: [(entries: [String], kind: ForeignFile)] = [
        (["mimetypeapplication/x-krita"], krita), (["mimetypeimage/openraster"], openRaster),
        (["mimetypeapplication/vnd.adobe.sparkler"], adobeXD),
        (["mimetypeapplication/vnd.oasis.opendocument"], office("an OpenDocument file")),
        (["mimetypeapplication/epub"], office("an e-book (EPUB)")),
        (["Document.archive"], procreate), (["canvas.fig"], figma),
        (["document.json", "meta.json", "pages/"], sketch),
        (["manifest.json", "animations/"], dotLottie), (["[Content_Types].xml", "ppt/"], office("a PowerPoint file")),
        (["[Content_Types].xml"], office("a Microsoft Office document")),
        ([".iwa"], office("a Keynote or Pages document")),
    ]

    private static let byExtension: [String: ForeignFile] = [
        "kra": krita, "krz": krita, "ora": openRaster, "xd": adobeXD, "procreate": procreate, "fig": figma,
        "sketch": sketch, "lottie": dotLottie, "key": office("a Keynote document"), "pages": office("a Pages document"),
        "pptx": office("a PowerPoint file"), "docx": office("a Word document"),
        "wastickers": ForeignFile(label: "a WhatsApp sticker pack", fix: ForeignFile.Fix.unpack),
    ]

    private static let krita = ForeignFile.document("a Krita file", of: "Krita")
    private static let openRaster = ForeignFile.document("an OpenRaster file", of: "the program that drew it")
    private static let adobeXD = ForeignFile.document("an Adobe XD file", of: "Adobe XD")
    private static let procreate = ForeignFile.document("a Procreate file", of: "Procreate")
    private static let figma = ForeignFile.document("a Figma file", of: "Figma")
    private static let sketch = ForeignFile.document("a Sketch file", of: "Sketch")
    private static let dotLottie = ForeignFile(
        label: "a Lottie animation (dotLottie)", fix: ForeignFile.Fix.animation)

    private static func office(_ label: String) -> ForeignFile {
        ForeignFile(label: label, fix: "Export the art in it as PNG.")
    }

    // MARK: gzip

    /// The kind of a complete gzip file, according to its unpacked content.
    package static func gzip(unpacking bytes: [UInt8]) -> ForeignFile {
        gzip(contents: Gzip.decompress(bytes, limit: unpackLimit), fileExtension: "")
    }

    /// The kind of a gzip file.
    ///
    /// - Parameter contents: the unpacked bytes. Nil if they are not known.
    static func gzip(contents: [UInt8]?, fileExtension: String) -> ForeignFile {
        if let contents {
            if ForeignJSON.identify(contents) == ForeignJSON.lottie { return telegramSticker }
            if contents.starts(with: "gimp xcf".utf8) { return .document("a compressed GIMP file", of: "GIMP") }
            if SVGOpening.isFound(in: Array(contents.prefix(SourceFormat.headSize))) {
                return ForeignFile(label: "a compressed SVG (SVGZ)", fix: "Save it as plain SVG.")
            }
        }
        return fileExtension == "tgs"
            ? telegramSticker : ForeignFile(label: "a gzip archive", fix: ForeignFile.Fix.unpack)
    }

    private static let telegramSticker = ForeignFile(
        label: "an animated Telegram sticker (TGS, a compressed Lottie animation)", fix: ForeignFile.Fix.animation)
}
