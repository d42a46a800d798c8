import FileAccess
import ImageHeaders
import StickerManifest

/// A file that is a picture by its name or by its content, or a folder of frames. Copies of a value share their storage
/// until one of them is changed.
package struct SourceCandidate: Sendable, Hashable {
    private var fields: SharedValue<Fields>

    package var file: ScannedFile {
        get { fields.value.file }
        set { fields.value.file = newValue }
    }
    package var name: ArtName { fields.value.name }
    package var format: SourceFormat { fields.value.format }
    /// The paths of the frames of a folder of frames, in their order. Empty for a file.
    package var framePaths: [String] { fields.value.framePaths }

    private struct Fields: Sendable, Hashable {
        var file: ScannedFile
        var name: ArtName
        var format: SourceFormat
        var framePaths: [String]
    }

    package init(file: ScannedFile, name: ArtName, format: SourceFormat, framePaths: [String] = []) {
        fields = SharedValue(Fields(file: file, name: name, format: format, framePaths: framePaths))
    }

    /// Whether this file is preferred to another version of the same sticker. Folders of frames are preferred, then the
    /// better format, then the higher scale (1 for a name without one), then the first name.
    package func isPreferred(to other: SourceCandidate) -> Bool {
        if framePaths.isEmpty != other.framePaths.isEmpty { return !framePaths.isEmpty }
        if format != other.format { return format.preference < other.format.preference }
        let (scale, otherScale) = (name.scale ?? 1, other.name.scale ?? 1)
        return scale != otherScale ? scale > otherScale : file.name < other.file.name
    }

    /// The file name in lower case.
    var nameKey: String { file.name.lowercased() }
}

/// Whether a file is a picture, according to its name or its first bytes.
package enum PictureCheck {
    case picture(SourceCandidate)
    case ignored(IgnoredEntry)
    /// The file was removed after the folder was listed.
    case vanished

    /// A file with the extension of a picture is art, even if it is empty or has another format, so that its designer
    /// gets a message. Other files are identified by their first bytes.
    package init(_ file: ScannedFile) {
        let name = ArtName(file.name)
        if let format = SourceFormat(fileExtension: name.fileExtension) {
            self = .picture(SourceCandidate(file: file, name: name, format: format))
            return
        }
        defer { CallProgress.step() }
        do {
            let open = try OpenFile(file.absolutePath, followsLinks: false)
            let head = try open.bytes(at: 0, count: SourceFormat.headSize)
            // All gzip files start like an SVGZ file, so an SVGZ file also needs its file extension.
            if let format = SourceFormat.identify(head), format != .svgz {
                self = .picture(SourceCandidate(file: file, name: name, format: format))
            } else {
                let kind = try ForeignFile.kind(of: open, head: head, file)?.explanation
                self = .ignored(IgnoredEntry(path: file.path, reason: .notArt, kind: kind))
            }
        } catch {
            if error.saysMissing {
                self = .vanished
            } else {
                self = .ignored(
                    error.saysNotOrdinary
                        ? IgnoredEntry(path: file.path, reason: .notAFile)
                        : IgnoredEntry(path: file.path, failure: error))
            }
        }
    }
}

extension ForeignFile {
    /// The kind of an open file that is not art. Nil if it is unknown.
    fileprivate static func kind(
        of open: borrowing OpenFile, head: [UInt8], _ file: ScannedFile
    ) throws(SystemCallError) -> ForeignFile? {
        let isZip = head.starts(with: [0x50, 0x4B])
        let tailSize = min(file.stamp.size, ForeignArchive.tailSize)
        let tail = isZip ? try open.bytes(at: file.stamp.size - tailSize, count: tailSize) : []
        let fileExtension = file.name.split(separator: ".").dropFirst().last.map(String.init) ?? ""
        return identify(head: head, tail: tail, fileExtension: fileExtension)
    }
}
