import JobModel
import Publishing
import Reports
import SheetModel
import StickerConfiguration
import StickerManifest
import Texts

/// The content of a pack's preview sheet. Divides the sheet into pages, and computes a fingerprint of each page.
package struct SheetPlan: Sendable {
    /// A page of the sheet as a PNG.
    package struct Page: Sendable {
        /// The path in the output folder.
        package var name: String
        package var job: SheetJob
        /// The fingerprint of the page's content.
        package var fingerprint: String
    }

    let pack: Pack
    let rejected: [RejectedSource]
    /// The backgrounds behind the stickers. For messages, these are the bubbles in the app Messages.
    let backgrounds: [Background]
    /// The limit for the size of a sticker's file, in bytes.
    let byteLimit: Int
    /// The language of the pages.
    let texts: Texts
    private let digests: SheetDigests

    /// - Parameters:
    ///   - rejected: the rejected sources of the pack.
    ///   - backgrounds: the configured backgrounds. Not used for messages.
    init(
        _ pack: Pack, rejected: [RejectedSource], backgrounds: [Background], identity: RenderIdentity,
        configuration: Configuration
    ) throws {
        let isMessages = pack.itemKind == .message
        self.pack = pack
        self.rejected = rejected
        self.backgrounds = isMessages ? MessagePack.backgrounds(of: pack) : backgrounds
        byteLimit = isMessages ? configuration.recipe.messages.maxBytes : configuration.recipe.encode.byteLimit
        texts = configuration.texts
        digests = try SheetDigests(pack, identity)
    }

    /// The PNG pages of the sheet, in order.
    package func pages() throws -> [Page] {
        let jobs = SheetJob.pages(
            of: pack, rejected: rejected, backgrounds: backgrounds, generator: StickerdVersion.generator,
            byteLimit: byteLimit, language: texts.language)
        return try jobs.map { job in
            // A dot separates the id and the page number, because ids do not contain dots. With a hyphen, the second
            // page of `cats` would have the same name as the first page of `cats-2`.
            return Page(name: name(page: job.page, ending: "png"), job: job, fingerprint: try digests.of(job))
        }
    }

    /// The number of HTML pages of the pack.
    var htmlPageCount: Int { SheetPage.pageCount(stickers: pack.stickers.count) }

    /// The path of an HTML page in the output folder.
    func htmlName(page: Int) -> String { name(page: page, ending: "html") }

    /// The fingerprint of the content of the pack's HTML pages.
    ///
    /// - Parameter pngPages: the file names of the PNG pages, to which the HTML pages link.
    package func htmlFingerprint(pngPages: [String]) throws -> String {
        try digests.ofPage(
            rejected: rejected, pngPages: pngPages, backgrounds: backgrounds, language: texts.language)
    }

    private func name(page: Int, ending: String) -> String {
        "\(OutputNames.sheets)/\(OutputNames.sheet(pack: pack.id, page: page)).\(ending)"
    }
}

/// Plans the preview sheets of packs. The packs are planned one at a time, because the plan of a large pack takes time
/// and memory.
package struct SheetPlanner: Sendable {
    private let rejected: [String: [RejectedSource]]
    private let backgrounds: [Background]
    private let identity: RenderIdentity
    private let configuration: Configuration

    package init(_ catalog: Catalog, backgrounds: [Background], identity: RenderIdentity, configuration: Configuration)
    {
        rejected = Dictionary(grouping: catalog.rejected, by: \.pack)
        (self.backgrounds, self.identity, self.configuration) = (backgrounds, identity, configuration)
    }

    package func plan(_ pack: Pack) throws -> SheetPlan {
        try SheetPlan(
            pack, rejected: rejected[pack.id] ?? [], backgrounds: backgrounds, identity: identity,
            configuration: configuration)
    }
}
