import Foundation
import HTTPTypes
import Hummingbird
import JobModel
import NIOCore
import Texts

/// Provides the pages of preview sheets, and draws missing ones on request.
package protocol SheetSource: Sendable {
    /// The outline of a pack's preview sheet. Nil if the pack is not published.
    func outline(of pack: String) async throws -> SheetOutline?

    /// The picture of a page. Pages are numbered from 1. Nil if the page does not exist.
    func picture(_ number: Int, of pack: String) async throws -> SheetPicture?
}

/// The title and the division into pages of a preview sheet.
package struct SheetOutline: Sendable {
    package var title: String
    /// The number of stickers on each page, in order.
    package var stickersPerPage: [Int]

    package init(title: String, stickersPerPage: [Int]) {
        (self.title, self.stickersPerPage) = (title, stickersPerPage)
    }
}

/// A drawn page of a preview sheet. It is a PNG file that may be removed at any time.
package struct SheetPicture: Sendable {
    /// The fingerprint of all data on which the picture depends.
    package var fingerprint: String
    /// The absolute path of the folder that contains the file.
    package var folder: String
    /// The name of the file.
    package var name: String

    package init(fingerprint: String, folder: String, name: String) {
        (self.fingerprint, self.folder, self.name) = (fingerprint, folder, name)
    }
}

/// The routes for preview sheets. `sheet?pack=` is an HTML page; its pictures are at `api/sheet?pack=&page=`.
struct SheetRoutes: Sendable {
    let source: any SheetSource

    /// Serves the HTML page of a pack's preview sheet.
    func html(_ request: Request) async throws -> Response {
        guard let pack = pack(request), let outline = try await source.outline(of: pack) else {
            throw HTTPError(.notFound, message: "There is no such pack.")
        }
        let texts = request.texts
        let template = try WebTemplate(PackageResources.sheet_mustache, texts)
        return Response(
            status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
            body: .init(byteBuffer: ByteBuffer(string: template.render(SheetView(outline, pack: pack, texts)))))
    }

    /// Serves the picture of one page.
    func page(_ request: Request) async throws -> Response {
        guard let pack = pack(request), let number = request.uri.queryParameters["page"].flatMap({ Int($0) }) else {
            throw HTTPError(.notFound)
        }
        for _ in 1...SheetRoutes.attempts {
            guard let picture = try await source.picture(number, of: pack) else { throw HTTPError(.notFound) }
            let headers: HTTPFields = [
                .contentType: "image/png", .eTag: "\"\(picture.fingerprint)\"", .acceptRanges: "bytes",
                .cacheControl: "private, no-cache",
            ]
            if EntityTags.match(request.headers[.ifNoneMatch], picture.fingerprint) {
                return Response(status: .notModified, headers: headers)
            }
            let file = try await blocking { try ServedFolder(path: picture.folder).file(picture.name) }
            if let file { return file.response(to: request, sha256: picture.fingerprint, headers: headers) }
        }
        throw HTTPError(
            .serviceUnavailable, headers: [.retryAfter: "5"],
            message: "The page was removed while it was read. Try again.")
    }

    /// The number of attempts to open a picture, because it may be removed after it was drawn.
    private static let attempts = 2

    private func pack(_ request: Request) -> String? { request.uri.queryParameters["pack"].map(String.init) }
}

/// The data for the HTML template of a preview sheet.
private struct SheetView {
    struct Page {
        let number: Int
        let caption: String
        /// The text alternative of the picture.
        let picture: String
        let address: String
    }

    let language: String
    let pageTitle: String
    let title: String
    let facts: String
    let back: String
    let command: String
    let pages: [Page]

    init(_ outline: SheetOutline, pack: String, _ texts: Texts) {
        let query = pack.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let count = outline.stickersPerPage.reduce(0, +)
        language = texts.language.rawValue
        title = outline.title
        pageTitle = texts("sheet.title", ["title": title])
        facts = texts(
            "sheet.facts",
            ["stickers": texts("count.stickers", ["count": count]), "count": outline.stickersPerPage.count])
        back = "./#/pack/\(query)"
        command =
            "stickerd sheet --mode preview --pack \(pack) -o \(pack.split(separator: "/").joined(separator: ".")).png"
        var first = 1
        pages = outline.stickersPerPage.enumerated().map { place, stickers in
            defer { first += stickers }
            let values = ["number": place + 1, "first": first, "last": first + stickers - 1]
            let form = stickers == 0 ? "" : stickers == 1 ? ".sticker" : ".stickers"
            return Page(
                number: place + 1, caption: texts("sheet.page\(form)", values),
                picture: texts("sheet.picture\(form)", values),
                address: "api/sheet?pack=\(query)&page=\(place + 1)")
        }
    }
}
