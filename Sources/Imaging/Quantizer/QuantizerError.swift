/// The reason why no palette could be created.
package enum QuantizerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A call of libimagequant failed. Contains libimagequant's error code, or -1 if the call returned a null pointer.
    case failed(step: String, code: Int32)

    package var description: String {
        switch self {
        case .failed(let step, let code):
            "libimagequant could not make a palette (\(step), code \(code)). Run `stickerd doctor`."
        }
    }
}
