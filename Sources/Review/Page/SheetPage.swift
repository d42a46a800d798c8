import JobModel
import StickerCatalog

/// A pack's preview sheet as a page: every sticker on every background. It needs no script and no other file than the
/// pictures that the manifest names.
package enum SheetPage {
    /// The page, to be written as `sheets/<pack>.html` in the folder of the manifest.
    ///
    /// - Parameters:
    ///   - rejected: the pack's sources that were not published.
    ///   - backgrounds: in the order in which people see them.
    ///   - pngPages: the same sheet as pictures: their paths relative to the page, in order.
    ///   - byteLimit: every file has fewer bytes than this.
    /// - Throws: when a template is broken, which a test rules out.
    package static func html(
        pack: Pack, rejected: [RejectedSource], backgrounds: [Background], pngPages: [String],
        byteLimit: Int = 500_000, generator: String = StickerdVersion.generator
    ) throws -> String {
        let page = SheetPageContent(
            pack: pack, rejected: rejected, backgrounds: backgrounds, pngPages: pngPages, byteLimit: byteLimit,
            generator: generator)
        return try PageTemplates.shared().render(page, with: .sheet)
    }
}
