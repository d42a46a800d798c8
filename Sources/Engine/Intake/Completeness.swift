import FileAccess
import ImageHeaders

/// Whether a file looks as if all of it had been written: its format says where it ends, and its last bytes say so too.
package enum Completeness: Sendable, Hashable {
    case complete
    /// The end is missing; what it would be, for people: `the IEND chunk of a PNG`.
    case cut(missing: String)
    /// The format has no end that could be told cheaply, or it is none that is known here.
    case cannotTell
    /// The file is not what the stamp says: somebody is writing to it, or it is gone.
    case changed

    /// Looks at the first and the last bytes of a file.
    ///
    /// - Parameter stamp: what the file was when it was listed.
    package static func of(fileAt path: String, stamp: FileStamp) -> Completeness {
        do throws(SystemCallError) {
            let file = try OpenFile(path)
            guard try file.stamp() == stamp else { return .changed }
            let found = try of(file, size: stamp.size, name: path)
            return try file.stamp() == stamp ? found : .changed
        } catch {
            // What cannot be read is the pipeline's to report; what is gone is gone.
            return error.saysMissing ? .changed : .cannotTell
        }
    }

    /// Looks at all frames of a folder of them. There may always be more to come, so it is never `complete`.
    package static func of(framesAt paths: [String]) -> Completeness {
        for path in paths {
            guard let stamp = try? OpenFile(path).stamp() else { return .changed }
            let frame = of(fileAt: path, stamp: stamp)
            if frame != .complete, frame != .cannotTell { return frame }
        }
        return .cannotTell
    }

    /// How many bytes at the end are read: enough for what programs put behind the end of a picture.
    private static let tailSize = 4096

    private static func of(_ file: borrowing OpenFile, size: Int, name: String) throws(SystemCallError) -> Completeness
    {
        guard size > 0 else { return .cut(missing: "its content") }
        let head = try file.bytes(at: 0, count: SourceFormat.headSize)
        guard let format = SourceFormat.identify(head) else {
            guard name.hasSuffix(".json") else { return .cannotTell }
            let tail = try file.bytes(at: max(0, size - tailSize), count: tailSize)
            return FileEnding.isJSON(tail) ? .complete : .cut(missing: "the last } of the settings")
        }
        switch format {
        case .heic, .avif:
            return try BoxChain.isWhole(file, size: size)
                ? .complete : .cut(missing: "the rest of a box of the picture")
        case .webp:
            return FileEnding.isWebP(head, size: size) ? .complete : .cut(missing: "the rest of a WebP")
        default:
            let tail = try file.bytes(at: max(0, size - tailSize), count: tailSize)
            return FileEnding.completeness(of: format, tail: tail)
        }
    }
}
