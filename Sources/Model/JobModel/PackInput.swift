import StickerManifest

/// A pack with the files that its asset catalog needs.
package struct PackInput: Sendable {
    package var pack: Pack
    /// Absolute path of the folder that the pack's paths are relative to.
    package var assetFolder: String
    /// The icon's files: those of the pack, or those that were rendered for it. Empty without an icon.
    package var icon: [IconFile]
    /// The items that are written as a sequence of frames, by sticker id.
    package var animations: [String: FrameAnimation]

    /// An icon at one size.
    package struct IconFile: Sendable, Equatable {
        package var width: Int
        package var height: Int
        /// Absolute path.
        package var path: String

        package init(width: Int, height: Int, path: String) {
            self.width = width
            self.height = height
            self.path = path
        }
    }

    package init(
        pack: Pack, assetFolder: String, icon: [IconFile]? = nil, animations: [String: FrameAnimation] = [:]
    ) {
        self.pack = pack
        self.assetFolder = assetFolder
        self.icon =
            icon
            ?? pack.icon.map { IconFile(width: $0.width, height: $0.height, path: "\(assetFolder)/\($0.path)") }
        self.animations = animations
    }
}

/// A sticker's animation as pictures, for a `.stickersequence`.
package struct FrameAnimation: Sendable, Equatable {
    /// Absolute paths of the frames, PNG, in order, all of one size.
    package var frames: [String]
    /// The duration of every frame, in milliseconds.
    package var frameMilliseconds: Double
    /// The number of plays. 0 means forever.
    package var repetitions: Int

    package init(frames: [String], frameMilliseconds: Double, repetitions: Int) {
        self.frames = frames
        self.frameMilliseconds = frameMilliseconds
        self.repetitions = repetitions
    }
}

/// A pack of game pieces, with the paths of its files.
package struct PieceInput: Sendable {
    package var pack: PiecePack
    /// Absolute path of the folder that the pack's paths are relative to.
    package var assetFolder: String

    package init(pack: PiecePack, assetFolder: String) {
        self.pack = pack
        self.assetFolder = assetFolder
    }
}
