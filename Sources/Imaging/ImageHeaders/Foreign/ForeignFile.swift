/// A known kind of file that stickerd does not read as an image, with advice for the designer.
package struct ForeignFile: Hashable, Sendable {
    /// The kind with its article: `a video (MP4)`.
    package let label: String
    /// One sentence on how to get a sticker from such a file.
    package let fix: String
    /// Whether the file is an image that a program has damaged.
    package var isDamagedImage = false

    /// The kind and the advice, without the final full stop, for use in sentences.
    package var explanation: String {
        let advice = fix.hasSuffix(".") ? String(fix.dropLast()) : fix
        return "\(label). \(advice)"
    }

    /// The kind of a file. Nil for an unknown kind, and for images that stickerd reads.
    ///
    /// - Parameters:
    ///   - head: the start of the file, `SourceFormat.headSize` bytes or all of them.
    ///   - tail: the end of the file. Only ZIP archives need it, because their list of files is at the end.
    ///   - fileExtension: the extension without the dot. It distinguishes programs whose documents have the same
    ///     container.
    package static func identify(head: [UInt8], tail: [UInt8] = [], fileExtension: String = "") -> ForeignFile? {
        if head.starts(with: ForeignArchive.zipSignature) || head.starts(with: ForeignArchive.emptyZipSignature) {
            return ForeignArchive.zip(head: head, tail: tail, fileExtension: fileExtension.lowercased())
        }
        if head.starts(with: ForeignArchive.gzipSignature) {
            return ForeignArchive.gzip(contents: nil, fileExtension: fileExtension.lowercased())
        }
        if linkExtensions.contains(fileExtension.lowercased()) { return ForeignText.webLink }
        if head.starts(with: "%!PS".utf8), head.holds("Adobe Illustrator") {
            return ForeignFile(
                label: "an Illustrator file without PDF content",
                fix: "In Illustrator, export the art as SVG or PNG.")
        }
        return DamagedSignature.identify(head) ?? ForeignMedia.identify(head) ?? signature(of: head)
            ?? ForeignText.identify(head)
    }

    /// The extensions of files that contain a web address. Browsers create them when a link is dragged into a folder.
    private static let linkExtensions: Set<String> = ["webloc", "url"]

    private static func signature(of head: [UInt8]) -> ForeignFile? {
        ForeignSignatures.all.first { signature in
            let end = signature.offset + signature.bytes.count
            return head.count >= end && head[signature.offset..<end].elementsEqual(signature.bytes)
        }?.kind
    }
}

extension ForeignFile {
    /// Advice that several kinds share.
    enum Fix {
        static let animation =
            "Export the animation as animated PNG, GIF or WebP, or put its frames as PNG into a folder such as Wave.frames."
        static let image = "Export the art as PNG or SVG."
        static let unpack = "Unpack it, and put the images in it here."
        static let original = "Put a copy of the original file here."
        static let download = "Open the image itself in the browser, save it from there, and put that file here."
        static let ask = "Find the image that was meant, and put that file here."
        static let copyAgain = "Copy or download the original file again."

        static func export(from program: String) -> String {
            "Open it in \(program), and export the art as PNG."
        }
    }

    /// The kind for documents of a drawing program.
    static func document(_ label: String, of program: String) -> ForeignFile {
        ForeignFile(label: label, fix: Fix.export(from: program))
    }
}
