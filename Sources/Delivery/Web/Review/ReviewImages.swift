import Decisions
import Hummingbird
import JobModel
import NIOCore
import NIOPosix
import Publishing
import StickerConfiguration
import StickerManifest

/// The images of the review page: published files, kept pictures of reviewed stickers, and backgrounds.
struct ReviewImages: Sendable {
    let out: ServedFolder
    let state: ServedFolder
    /// The paths of background pictures, by background name.
    let backgrounds: [String: String]
    private static let largestBackground = 32 << 20

    init(_ configuration: Configuration, stateFolder: String) {
        out = ServedFolder(path: configuration.out)
        state = ServedFolder(path: stateFolder)
        backgrounds = Dictionary(
            configuration.recipe.backgrounds.compactMap { background in
                background.fill.picture.map { (background.name, $0) }
            }
        ) { first, _ in first }
    }

    /// Serves a file with a content-addressed name. Its content never changes, so it can be cached permanently.
    func picture(_ name: String, _ request: Request) async throws -> Response {
        guard AssetName.isValid(name) else { throw HTTPError(.notFound) }
        let sha256 = String(name.prefix(64))
        let headers: HTTPFields = [
            .contentType: ReviewImages.mediaType(name), .eTag: "\"\(sha256)\"", .acceptRanges: "bytes",
            .cacheControl: "private, max-age=31536000, immutable",
        ]
        if EntityTags.match(request.headers[.ifNoneMatch], sha256) {
            return Response(status: .notModified, headers: headers)
        }
        let (out, state) = (out, state)
        let found = try await blocking {
            try out.file(name, in: OutputNames.assets) ?? state.file(name, in: ReviewedPictures.folderName)
        }
        guard let file = found else { throw HTTPError(.notFound) }
        return file.response(to: request, sha256: sha256, headers: headers)
    }

    func background(_ name: String, _ request: Request) async throws -> Response {
        guard let path = backgrounds[name] else { throw HTTPError(.notFound) }
        let read = try await blocking { () -> (bytes: ByteBuffer, sha256: String)? in
            guard let slash = path.lastIndex(of: "/") else { return nil }
            let folder = ServedFolder(path: String(path[..<slash]))
            guard let file = try folder.file(String(path[path.index(after: slash)...])),
                file.identity.size <= ReviewImages.largestBackground
            else { return nil }
            let bytes = try file.bytes(at: 0, count: file.identity.size)
            return (bytes, Digest.sha256(Array(bytes.readableBytesView)))
        }
        guard let read, let type = ReviewImages.pictureType(read.bytes) else { throw HTTPError(.notFound) }
        let headers: HTTPFields = [.contentType: type, .eTag: "\"\(read.sha256)\"", .cacheControl: "private, no-cache"]
        if EntityTags.match(request.headers[.ifNoneMatch], read.sha256) {
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: read.bytes))
    }

    private static func mediaType(_ name: String) -> String {
        (StickerFormat(path: name) ?? .png).mediaType
    }

    /// The media type of a picture that browsers can show, detected from its content. Nil for all other content.
    private static func pictureType(_ bytes: ByteBuffer) -> String? {
        let start = Array(bytes.readableBytesView.prefix(12))
        return [StickerFormat.jpeg, .png, .webp].first { FileKind($0).canBegin(with: start) }?.mediaType
    }
}
