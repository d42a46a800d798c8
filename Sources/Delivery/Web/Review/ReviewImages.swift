import Decisions
import Hummingbird
import JobModel
import NIOCore
import NIOPosix
import Publishing
import StickerConfiguration

/// The pictures that the page shows: published files, those that were approved earlier, and backgrounds.
struct ReviewFiles: Sendable {
    let out: ServedFolder
    let state: ServedFolder
    /// Paths of pictures to look at stickers on, by name.
    let backgrounds: [String: String]
    private static let part = 64 << 10
    private static let largestBackground = 32 << 20

    init(_ configuration: Configuration, stateFolder: String) {
        out = ServedFolder(path: configuration.out)
        state = ServedFolder(path: stateFolder)
        backgrounds = Dictionary(
            configuration.backgrounds.compactMap { background in
                guard case .image(let path) = background.fill else { return nil }
                return (background.name, path)
            }
        ) { first, _ in first }
    }

    /// A file by its content: what is at such a name never changes.
    func picture(_ name: String, _ request: Request) async throws -> Response {
        guard PictureName.isOne(name) else { throw HTTPError(.notFound) }
        let sha256 = String(name.prefix(64))
        var headers: HTTPFields = [
            .contentType: ReviewFiles.mediaType(name), .eTag: "\"\(sha256)\"", .acceptRanges: "bytes",
            .cacheControl: "private, max-age=31536000, immutable",
        ]
        if EntityTags.match(request.headers[.ifNoneMatch], sha256) {
            return Response(status: .notModified, headers: headers)
        }
        let (out, state) = (out, state)
        let found = try await blocking {
            try out.file(name, in: OutputNames.assets) ?? state.file(name, in: ApprovedPictures.folderName)
        }
        guard let file = found else { throw HTTPError(.notFound) }
        let size = file.identity.size
        switch ByteRange(request.headers[.range], size: size) {
        case .whole: return Response(status: .ok, headers: headers, body: body(file, 0..<size))
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
            return Response(status: .partialContent, headers: headers, body: body(file, range))
        case .unsatisfiable:
            return Response(status: .rangeNotSatisfiable, headers: [.contentRange: "bytes */\(size)"])
        }
    }

    func background(_ name: String, _ request: Request) async throws -> Response {
        guard let path = backgrounds[name] else { throw HTTPError(.notFound) }
        let read = try await blocking { () -> (bytes: ByteBuffer, sha256: String)? in
            guard let slash = path.lastIndex(of: "/") else { return nil }
            let folder = ServedFolder(path: String(path[..<slash]))
            guard let file = try folder.file(String(path[path.index(after: slash)...])),
                file.identity.size <= ReviewFiles.largestBackground
            else { return nil }
            let bytes = try file.bytes(at: 0, count: file.identity.size)
            return (bytes, Digest.sha256(Array(bytes.readableBytesView)))
        }
        guard let read, let type = ReviewFiles.pictureType(read.bytes) else { throw HTTPError(.notFound) }
        let headers: HTTPFields = [.contentType: type, .eTag: "\"\(read.sha256)\"", .cacheControl: "private, no-cache"]
        if EntityTags.match(request.headers[.ifNoneMatch], read.sha256) {
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: read.bytes))
    }

    private func body(_ file: ServedFile, _ range: Range<Int>) -> ResponseBody {
        ResponseBody(contentLength: range.count) { writer in
            for offset in stride(from: range.lowerBound, to: range.upperBound, by: Self.part) {
                let count = min(Self.part, range.upperBound - offset)
                try await writer.write(try await blocking { try file.bytes(at: offset, count: count) })
            }
            try await writer.finish(nil)
        }
    }

    private static func mediaType(_ name: String) -> String {
        name.hasSuffix(".jpg") ? "image/jpeg" : name.hasSuffix(".gif") ? "image/gif" : "image/png"
    }

    /// By its content: the type of a picture that a browser shows; nil for anything else.
    private static func pictureType(_ bytes: ByteBuffer) -> String? {
        let start = Array(bytes.readableBytesView.prefix(12))
        if start.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if start.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
        if start.starts(with: Array("RIFF".utf8)), start.suffix(4) == Array("WEBP".utf8)[...] { return "image/webp" }
        return nil
    }
}
