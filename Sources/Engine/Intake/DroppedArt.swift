import FileAccess
import JobModel
import StickerConfiguration

/// A file, or a folder of frames, in the drop folder that wants to become a sticker.
package struct DroppedArt: Sendable, Hashable {
    /// What is done with it.
    package enum Standing: Sendable, Hashable {
        /// It becomes the sticker.
        case chosen
        /// A better file of the same name does; the path, relative to the drop folder.
        case superseded(by: String)
    }

    /// Relative to the drop folder, in Unicode NFC, with `/` between folders: what people and the manifest see.
    package var path: String
    /// Where the file is, in the very bytes the file system uses.
    package var absolutePath: String
    /// The id of its pack.
    package var pack: String
    /// The name people gave it, in NFC, without the ending and without `@2x` or `@3x`.
    package var title: String
    /// Its id in the pack.
    package var id: String
    /// Of a folder of frames, that of all frames together.
    package var stamp: FileStamp
    /// Where the frames of a folder of them are, in the order in which they are shown; empty for a file.
    package var framePaths: [String]
    package var standing: Standing
    /// Its place among the versions of its sticker, the best of which is 0.
    package var rank: Int
    /// Whether somebody named it: it has a sidecar, or a place in the order of its pack.
    package var isNamed: Bool
    /// What its sidecar asks for; nil where there is none, or none that can be read. All versions of a sticker have the
    /// same.
    package var sidecar: Sidecar?
    /// What intake noticed: a bad sidecar, a collision of names. `RuleFinding.pathToken` stands for its path.
    package var findings: [RuleFinding]

    package init(
        path: String, absolutePath: String, pack: String, title: String, id: String, stamp: FileStamp,
        framePaths: [String] = [], standing: Standing, rank: Int = 0, isNamed: Bool = false, sidecar: Sidecar?,
        findings: [RuleFinding]
    ) {
        self.path = path
        self.absolutePath = absolutePath
        self.pack = pack
        self.title = title
        self.id = id
        self.stamp = stamp
        self.framePaths = framePaths
        self.standing = standing
        self.rank = rank
        self.isNamed = isNamed
        self.sidecar = sidecar
        self.findings = findings
    }
}
