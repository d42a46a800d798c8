/// Images that a program damaged because it treated them as text.
///
/// The PNG signature is designed to reveal such damage (W3C PNG, 5.2).
enum DamagedSignature {
    static func identify(_ head: [UInt8]) -> ForeignFile? {
        if lineEndings.contains(where: { head.starts(with: $0) }) {
            return damaged(
                "a PNG that was damaged by copying it as text: its line endings were changed",
                fix: "Copy the original file again in binary mode (in Git: \"*.png binary\" in .gitattributes).")
        }
        if encodings.contains(where: { head.starts(with: $0) }) {
            return damaged(
                "an image that was damaged by a program that read it as text and saved it again",
                fix: ForeignFile.Fix.copyAgain)
        }
        if let file = precededImage(head) { return file }
        if head.count >= leastZeros, head.allSatisfy({ $0 == 0 }) {
            return damaged(
                "a file of zeros: a sync program or a download has not written its content",
                fix: ForeignFile.Fix.copyAgain)
        }
        return nil
    }

    /// The PNG signature after changes of line endings: CR LF to LF, LF to CR LF, LF alone to CR LF, CR LF to CR, and
    /// LF to CR.
    private static let lineEndings: [[UInt8]] = [
        [0x0A, 0x1A, 0x0A], [0x0D, 0x0D, 0x0A, 0x1A, 0x0D, 0x0A], [0x0D, 0x0A, 0x1A, 0x0D, 0x0A],
        [0x0D, 0x1A, 0x0D], [0x0D, 0x0D, 0x1A, 0x0D], [0x0D, 0x0A, 0x1A, 0x0D], [0x0A, 0x0A, 0x1A, 0x0A],
    ].map { [0x89, 0x50, 0x4E, 0x47] + $0 }

    /// The first bytes of a PNG or JPEG after a conversion to UTF-8 or ASCII, or after the highest bit of every byte
    /// was cleared.
    private static let encodings: [[UInt8]] = [
        [0xEF, 0xBF, 0xBD, 0x50, 0x4E, 0x47], [0xC2, 0x89, 0x50, 0x4E, 0x47], [0x3F, 0x50, 0x4E, 0x47],
        [0x09, 0x50, 0x4E, 0x47], [0xEF, 0xBF, 0xBD, 0xEF, 0xBF, 0xBD, 0xEF, 0xBF, 0xBD],
        [0xC3, 0xBF, 0xC3, 0x98, 0xC3, 0xBF],
    ]

    /// Recognises an image that follows white space or a byte order mark. Scripts on servers print these by mistake.
    private static func precededImage(_ head: [UInt8]) -> ForeignFile? {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let rest = (head.starts(with: mark) ? head.dropFirst(mark.count) : head[...]).drop { byte in
            byte == 0x20 || (0x09...0x0D).contains(byte)
        }
        let count = head.count - rest.count
        guard count > 0, rest.count > 8, let format = SourceFormat.identify(rest), format != .svg, format != .svgz
        else {
            return nil
        }
        return damaged(
            "\(format.label) with \(count == 1 ? "1 extra byte" : "\(count) extra bytes") before its start",
            fix: ForeignFile.Fix.copyAgain)
    }

    /// The minimum size of a file that is reported as filled with zeros.
    private static let leastZeros = 64

    private static func damaged(_ label: String, fix: String) -> ForeignFile {
        ForeignFile(label: label, fix: fix, isDamagedImage: true)
    }
}
