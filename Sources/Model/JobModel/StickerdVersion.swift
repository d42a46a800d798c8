/// The name and the version of this program.
package enum StickerdVersion {
    /// The version people see.
    package static let number = "0.1.0"
    /// Raised whenever the same source and recipe would give other files or findings than before; part of every fingerprint.
    package static let pipeline = 8
    /// Who wrote a manifest.
    package static let generator = "stickerd \(number)"
}
