#if canImport(Messages) && canImport(UIKit)
    import Dispatch
    import Foundation
    import StickerManifest
    import UIKit

    /// The file of a message or a game piece cannot be read, so its picture is missing.
    public nonisolated struct UnreadablePicture: Error, Sendable, CustomStringConvertible {
        /// The pack and the id of the item: `pack/id`.
        public let name: String
        /// The reason from the system.
        public let reason: String

        public var description: String {
            "\(name): the picture cannot be read (\(reason)). "
                + "Run `stickerd verify` on the exported folder that the app is built with."
        }
    }

    /// Reads the pictures of messages and game pieces off the main thread.
    public nonisolated enum PictureLoader {
        private static let queue = DispatchQueue(label: "pictures.loading", qos: .userInitiated)

        /// Reads the picture of a message. The `scale` of the item determines the picture's size in points.
        ///
        /// - Throws: `UnreadablePicture`.
        public static func load(_ item: StickerSet.MessageItem) async throws -> UIImage {
            try await run { try read(item.fileURL, scale: item.scale, name: "\(item.name)") }
        }

        /// Reads the pictures of all game pieces of these packs.
        ///
        /// - Throws: `UnreadablePicture`.
        public static func load(_ packs: [StickerSet.PiecePack]) async throws -> [PieceName: UIImage] {
            try await run {
                try packs.flatMap(\.pieces).reduce(into: [:]) { images, piece in
                    images[piece.name] = try read(piece.fileURL, scale: piece.scale, name: "\(piece.name)")
                }
            }
        }

        private static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
            try await withCheckedThrowingContinuation { continuation in
                queue.async { continuation.resume(with: Result { try body() }) }
            }
        }

        private static func read(_ file: URL, scale: Int, name: String) throws -> UIImage {
            do {
                let data = try Data(contentsOf: file)
                guard let image = UIImage(data: data, scale: CGFloat(scale)) else {
                    throw CocoaError(.fileReadCorruptFile)
                }
                return image
            } catch {
                throw UnreadablePicture(name: name, reason: "\(error)")
            }
        }
    }
#endif
