/// The name and the version of this program.
package enum StickerdVersion {
    /// The version for people.
    package static let number = "0.1.0"
    /// The version of the rendering, part of every fingerprint. Raised if the same source and recipe give other files or findings.
    package static let pipeline = 10
    /// The writer of a manifest.
    package static let generator = "stickerd \(number)"
}
