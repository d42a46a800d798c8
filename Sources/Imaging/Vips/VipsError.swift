import CVips
import Pixels

/// An error of libvips.
package enum VipsError: PictureFault, Hashable, Sendable, CustomStringConvertible {
    /// libvips could not be started.
    case cannotStart(String)
    /// An operation failed with this error text of libvips.
    case operationFailed(operation: String, detail: String)
    /// An image does not have the expected bands or format.
    case unexpectedImage(String)

    package var description: String {
        switch self {
        case .cannotStart(let detail): "libvips could not be started: \(detail). Run `stickerd doctor`."
        case .operationFailed(let operation, let detail): "\(operation): \(detail)"
        case .unexpectedImage(let detail): detail
        }
    }

    /// An error with the current error text of libvips. The text is then cleared.
    static func failed(_ operation: String) -> VipsError {
        let text = String(cString: vips_error_buffer())
        vips_error_clear()
        let lines = text.split(separator: "\n").map(String.init)
        return .operationFailed(
            operation: operation, detail: lines.isEmpty ? "no reason was given" : lines.joined(separator: "; "))
    }
}

extension VipsError {
    /// The reason in a few words, without the names of libvips' operations.
    package var reason: String {
        switch self {
        case .cannotStart(let detail), .unexpectedImage(let detail): detail
        case .operationFailed(_, let detail): VipsError.plain(detail)
        }
    }

    /// Whether libvips does not support this kind of file. The file is not necessarily damaged.
    package var isUnsupportedKind: Bool {
        guard case .operationFailed(_, let detail) = self else { return false }
        return detail.contains(#/not supported|unsupported|not a whole number of bytes/#.ignoresCase())
    }

    /// The error text without the prefixes and source locations that libraries add, and without repeated lines.
    private static func plain(_ detail: String) -> String {
        let text = detail.withoutXMLJargon
            .replacing("glib: ", with: "")
            .replacing(#/\b(?:Vips\w+|\w+load(?:_\w+)?|vips2png|vipspng|\w+2vips|vips_\w+|read): /#, with: "")
            .replacing(#/libMagick error: | `[^']*' @ \w+\/[\w.]+\/\w+\/\d+/#, with: "")
            .replacing("libpng read error", with: "its compressed pixels are damaged or end too early")
        var lines: [Substring] = []
        for line in text.split(separator: "; ") where !lines.contains(line) { lines.append(line) }
        return lines.joined(separator: "; ")
    }
}
