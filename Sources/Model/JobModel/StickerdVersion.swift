/// The name and the version of this program.
package enum StickerdVersion {
    /// The version that stickerd prints.
    package static let number = "0.1.0"
    /// The version of the rendering, which is part of every fingerprint. Increased if the same source and recipe give
    /// different files or findings.
    package static let pipeline = 12
    /// The `generator` of a manifest.
    package static let generator = "stickerd \(number)"
}
