import StickerCatalog

/// What the head of a sheet for browsers says.
struct PrintCoverWords {
    struct Figure {
        let number: String
        let name: String
        let kind: String
    }

    let head: PageHead
    let mode: String
    let title: String
    let facts: [String]
    let figures: [Figure]
    let standings: String
    let hasStandings: Bool
    let isEmpty: Bool

    init(_ book: SheetBook, options: SheetOptions) {
        let side = options.mode == .contact ? HTMLSheet.contactSide : HTMLSheet.detailSide
        let columns = max(book.backgrounds.count, 1)
        head = PageHead(
            title: "\(book.title): \(options.mode.rawValue) sheet",
            styles: [PackageResources.page_css, PackageResources.sheet_css, PackageResources.print_css],
            extra: """
                .cells, .names div { grid-template-columns: repeat(\(columns), minmax(0, \(side)px)); }
                @page { size: \(options.paper.cssName); margin: 12mm; }

                """)
        mode = options.mode == .contact ? "Contact sheet" : "Detail sheet"
        title = book.title
        facts = ["Published \(book.published.day)", book.generator, "edition \(book.edition)"]
        figures = CoverFigure.all(of: book).map { figure in
            let kind = figure.ink == .error ? "error-ink" : figure.ink == .warning ? "warning-ink" : ""
            return Figure(number: Figures.grouped(figure.number), name: figure.name, kind: kind)
        }
        standings = book.standings.joined(separator: ", ")
        hasStandings = !book.standings.isEmpty
        isEmpty = book.sections.isEmpty
    }
}

/// What stands above a pack's stickers.
struct PrintPackWords {
    struct Name {
        let name: String
    }

    let anchor: String
    let title: String
    let facts: [String]
    let hasStickers: Bool
    let names: [Name]

    init(_ section: SheetBook.Section, book: SheetBook) {
        anchor = "p-" + section.pack.id
        title = section.pack.title
        facts = section.facts
        hasStickers = !section.pack.stickers.isEmpty
        names = book.backgrounds.map(Name.init)
    }
}

/// What of a pack was not published.
struct PrintRejectedWords {
    let hasRejected: Bool
    let rejectedSources: [RejectedWords]

    init(_ section: SheetBook.Section) {
        hasRejected = !section.rejected.isEmpty
        rejectedSources = section.rejected.map(RejectedWords.init)
    }
}
