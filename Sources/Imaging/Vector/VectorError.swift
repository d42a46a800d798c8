import CRsvg
import Pixels

/// The reason why a vector drawing could not be read or drawn.
package enum VectorError: PictureFault, Equatable, CustomStringConvertible {
    /// Cairo or librsvg failed with this message.
    case cannotDraw(String)
    /// librsvg cannot read the drawing, and gave this message.
    case unreadable(String)

    package var description: String {
        switch self {
        case .cannotDraw(let detail): "A page or a drawing cannot be drawn: \(detail)."
        case .unreadable(let detail): "A drawing cannot be read: \(detail)."
        }
    }

    /// The reason in a few words, without the prefixes of libraries.
    package var reason: String {
        switch self {
        case .cannotDraw(let detail), .unreadable(let detail):
            detail.withoutXMLJargon
        }
    }

    /// An error for the status of a Cairo surface or context.
    init(_ status: cairo_status_t) {
        self = .cannotDraw(String(cString: cairo_status_to_string(status)))
    }
}

/// The message of a GLib error, in one line. The error is released.
func words(of failure: UnsafeMutablePointer<GError>?) -> String {
    guard let failure else { return "no reason was given" }
    defer { g_error_free(failure) }
    return String(cString: failure.pointee.message).split(separator: "\n").joined(separator: "; ")
}
