import Foundation
import StickerManifest

/// Stickers that the app itself made, in code or with the camera. They are checked, saved, and listed newest first.
///
/// ```swift
/// let own = OwnStickers(folder: URL.applicationSupportDirectory.appending(path: "own"))
/// try own.add(png, label: "A cat with my hat")
/// let loaded = await StickerLoader.load(try own.stickers).stickers
/// ```
public struct OwnStickers: Sendable {
    /// The pack in the names of these stickers. No pack of stickerd can have this id.
    public static let pack = "/own"

    private static let pixels = 300...618
    /// The permitted number of UTF-16 units in a label. Messages counts these units.
    private static let labelLength = 1...150

    private let folder: URL
    private let size: StickerSize
    /// The lock that is held while the list is read, changed and written.
    private static let lock = NSLock()

    /// A sticker in the list.
    private struct Entry: Codable {
        var sha256: String
        var label: String
    }

    /// - Parameters:
    ///   - folder: a folder that the system does not clear, such as one in `URL.applicationSupportDirectory`.
    ///   - size: the size at which Messages shows the stickers.
    public init(folder: URL, size: StickerSize = .regular) {
        self.folder = folder
        self.size = size
    }

    /// Saves a PNG. A picture that is already saved becomes the newest.
    ///
    /// - Parameters:
    ///   - png: a PNG of 300 × 300 to 618 × 618 pixels and fewer than 500,000 bytes, still or animated.
    ///   - label: the text for VoiceOver.
    /// - Throws: `OwnStickerError` if Messages would not accept the picture; the errors of writing files.
    @discardableResult
    public func add(_ png: Data, label: String) throws -> StickerSet.Item {
        try check(png, label: label)
        let entry = Entry(sha256: ContentDigest.sha256(png), label: label)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try png.write(to: file(of: entry.sha256), options: .atomic)
        // The list is written last, because a picture is a sticker only if the list contains it.
        try Self.lock.withLock { try write([entry] + (try entries().filter { $0.sha256 != entry.sha256 })) }
        return item(entry)
    }

    /// The saved stickers, the newest first. A sticker whose file is missing is left out.
    ///
    /// - Throws: the errors of reading the list. A missing list is not an error.
    public var stickers: [StickerSet.Item] {
        get throws {
            try entries().filter { FileManager.default.fileExists(atPath: file(of: $0.sha256).path) }.map(item)
        }
    }

    /// Removes a saved sticker. Does nothing if the sticker is not saved here.
    ///
    /// - Throws: the errors of reading and writing the list.
    public func remove(_ sticker: StickerSet.Item) throws {
        try Self.lock.withLock {
            let entries = try entries()
            guard entries.contains(where: { $0.sha256 == sticker.sha256 }) else { return }
            try write(entries.filter { $0.sha256 != sticker.sha256 })
        }
        try? FileManager.default.removeItem(at: file(of: sticker.sha256))
    }

    private var list: URL { folder.appendingPathComponent("stickers.json") }

    private func file(of sha256: String) -> URL { folder.appendingPathComponent("\(sha256).png") }

    private func entries() throws -> [Entry] {
        guard FileManager.default.fileExists(atPath: list.path) else { return [] }
        let entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: list))
        // Entries with an invalid hash are ignored, because paths are made from the hashes.
        return entries.filter { $0.sha256.wholeMatch(of: /[0-9a-f]{64}/) != nil }
    }

    private func write(_ entries: [Entry]) throws {
        try JSONEncoder().encode(entries).write(to: list, options: .atomic)
    }

    private func item(_ entry: Entry) -> StickerSet.Item {
        StickerSet.Item(
            name: StickerName(pack: Self.pack, sticker: entry.sha256), fileURL: file(of: entry.sha256),
            localizedDescription: entry.label, size: size, animation: nil, sha256: entry.sha256)
    }

    private func check(_ png: Data, label: String) throws {
        let bytes = Array(png.prefix(24))
        guard bytes.count == 24, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
            throw OwnStickerError.notPNG
        }
        func number(at place: Int) -> Int { bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) } }
        let (width, height) = (number(at: 16), number(at: 20))
        guard Self.pixels.contains(width), Self.pixels.contains(height) else {
            throw OwnStickerError.unsuitableSize(width: width, height: height)
        }
        guard png.count <= StickerPlan.largestSticker else { throw OwnStickerError.tooLarge(bytes: png.count) }
        guard Self.labelLength.contains(label.utf16.count), !label.allSatisfy(\.isWhitespace) else {
            throw OwnStickerError.unsuitableLabel(characters: label.utf16.count)
        }
    }
}

/// The reason why a picture of the app cannot be a sticker.
public enum OwnStickerError: Error, Equatable, CustomStringConvertible {
    case notPNG
    /// The size is in pixels.
    case unsuitableSize(width: Int, height: Int)
    case tooLarge(bytes: Int)
    case unsuitableLabel(characters: Int)

    public var description: String {
        switch self {
        case .notPNG: "The sticker is not a PNG. Encode it with UIImage.pngData()."
        case .unsuitableSize(let width, let height):
            "The sticker has \(width) × \(height) pixels; Messages accepts 300 × 300 to 618 × 618. Draw it at "
                + "another size."
        case .tooLarge(let bytes):
            "The sticker is \(bytes) bytes long; Messages accepts fewer than 500,000. Make it smaller, or use fewer "
                + "colours."
        case .unsuitableLabel(let characters):
            "The label has \(characters) characters; VoiceOver needs a label of 1 to 150 characters."
        }
    }
}
