/// The reason why no palette could be made.
package enum QuantizerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// libimagequant refused; its own error code.
    case failed(step: String, code: Int32)

    package var description: String {
        switch self {
        case .failed(let step, let code):
            "libimagequant could not make a palette (\(step), code \(code)). Run `stickerd doctor`."
        }
    }
}
