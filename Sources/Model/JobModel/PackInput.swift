import StickerManifest

/// A pack, with the files that its asset catalog needs.
package struct PackInput: Sendable {
    package var pack: Pack
    /// The absolute path of the folder to which the pack's paths are relative.
    package var assetFolder: String
    /// The files of the icon: the pack's own icon, or one that was rendered for the export. Empty if there is none.
    package var icon: [IconFile]
    /// The stickers that are written as sequences of frames, by id.
    package var animations: [String: FrameAnimation]

    /// An icon at one size.
    package struct IconFile: Sendable, Equatable {
        package var width: Int
        package var height: Int
        /// The absolute path.
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

/// A sticker's animation as separate pictures, for a `.stickersequence`.
package struct FrameAnimation: Sendable, Equatable {
    /// The absolute paths of the frames in order. All are PNG files of the same size.
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
    /// The absolute path of the folder to which the pack's paths are relative.
    package var assetFolder: String

    package init(pack: PiecePack, assetFolder: String) {
        self.pack = pack
        self.assetFolder = assetFolder
    }
}
