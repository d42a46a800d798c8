import JobModel
import Publishing
import Reports
import SheetModel
import StickerConfiguration
import StickerManifest
import Texts

/// The content of a pack's preview sheet, and its pages with the fingerprints of all inputs of their pixels.
package struct SheetPlan: Sendable {
    /// A page as a picture.
    package struct Page: Sendable {
        /// The file name in the output folder.
        package var name: String
        package var job: SheetJob
        package var fingerprint: String
    }

    let pack: Pack
    let rejected: [RejectedSource]
    /// The backgrounds of its stickers. For messages, the bubble in Messages.
    let backgrounds: [Background]
    /// The limit that every file must stay below, in bytes.
    let byteLimit: Int
    /// The language of the pages.
    let texts: Texts
    private let digests: SheetDigests

    /// - Parameters:
    ///   - rejected: the pack's sources that were not published.
    ///   - backgrounds: the backgrounds of the stickers.
    init(
        _ pack: Pack, rejected: [RejectedSource], backgrounds: [Background], identity: RenderIdentity,
        configuration: Configuration
    ) throws {
        let isMessages = pack.itemKind == .message
        self.pack = pack
        self.rejected = rejected
        self.backgrounds = isMessages ? MessagePack.backgrounds(of: pack) : backgrounds
        byteLimit = isMessages ? configuration.messages.maxBytes : configuration.encode.byteLimit
        texts = configuration.texts
        digests = try SheetDigests(pack, identity)
    }

    /// The pages, in order.
    package func pages() throws -> [Page] {
        let jobs = SheetJob.pages(
            of: pack, rejected: rejected, backgrounds: backgrounds, generator: StickerdVersion.generator,
            byteLimit: byteLimit, language: texts.language)
        return try jobs.map { job in
            // Ids contain no dots. With a hyphen, the second page of `cats` would have the name of the first page of
            // `cats-2`.
            return Page(name: name(page: job.page, ending: "png"), job: job, fingerprint: try digests.of(job))
        }
    }

    /// The number of HTML pages of the pack.
    var htmlPageCount: Int { SheetPage.pageCount(stickers: pack.stickers.count) }

    /// The name of an HTML page in the output folder.
    func htmlName(page: Int) -> String { name(page: page, ending: "html") }

    /// A fingerprint of everything on the pack's HTML pages.
    package func htmlFingerprint(pngPages: [String]) throws -> String {
        try digests.ofPage(
            rejected: rejected, pngPages: pngPages, backgrounds: backgrounds, language: texts.language)
    }

    private func name(page: Int, ending: String) -> String {
        "\(OutputNames.sheets)/\(OutputNames.sheet(pack: pack.id, page: page)).\(ending)"
    }
}

/// Plans the sheets of a manifest's packs, one pack at a time, because the plan of a large pack takes time and memory.
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
