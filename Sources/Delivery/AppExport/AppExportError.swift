import JobModel

/// The reason why an export for apps is impossible.
package enum AppExportError: Error, Equatable, CustomStringConvertible {
    /// The output folder contains no manifest.
    case nothingPublished(out: String)
    /// A file that the manifest references is missing or damaged.
    case damaged(file: String)
    /// The target is a folder that stickerd publishes to or reads from.
    case wrongTarget(String, reason: String)
    /// A file is not a stickerd key, or cannot be read.
    case badKey(file: String, reason: String)

    /// The exit status of a command that ends with this error: 2 for a wrong request, 3 for a problem in the output
    /// folder.
    package var exitStatus: Int32 {
        switch self {
        case .wrongTarget, .badKey: 2
        case .nothingPublished, .damaged: 3
        }
    }

    package var description: String {
        switch self {
        case .nothingPublished(let out):
            NothingPublished(out: out).description
        case .damaged(let file):
            "\(file): this published file is missing or differs from the manifest. Run `stickerd build` to repair it."
        case .wrongTarget(let target, let reason): "\(target): \(reason) Choose another folder with --output."
        case .badKey(let file, let reason): "\(file): \(reason) Make a key with `stickerd keygen FILE`."
        }
    }
}
