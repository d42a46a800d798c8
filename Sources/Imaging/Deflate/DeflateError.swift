/// Why bytes could not be compressed, or compressed ones not be unpacked.
package enum DeflateError: Error, Equatable, CustomStringConvertible {
    case outOfMemory

    package var description: String {
        switch self {
        case .outOfMemory: "There is not enough memory to compress or unpack the bytes."
        }
    }
}
