import Foundation

/// Identifies a result by everything that affects it: the source's bytes, the recipe, and the versions of stickerd and
/// of its libraries. It does not depend on the source's path or time, or on the machine.
package struct Fingerprint {
    private let libraries: String
    private var recipes: [Recipe: String] = [:]

    /// - Parameter identity: the identity of the renderer.
    package init(identity: RenderIdentity) {
        libraries = identity.signature
    }

    /// The fingerprint of a source with this SHA-256 and a recipe, in lower-case hexadecimal.
    package mutating func of(sha256: String, recipe: Recipe) -> String {
        let digest: String
        if let known = recipes[recipe] {
            digest = known
        } else {
            digest = Fingerprint.digest(recipe)
            recipes[recipe] = digest
        }
        return Digest.sha256("\(StickerdVersion.pipeline)\n\(libraries)\n\(digest)\n\(sha256)")
    }

    /// SHA-256 of the recipe as JSON. The JSON keys are part of every fingerprint. When a property is renamed, its
    /// type's `CodingKeys` must keep the old key.
    private static func digest(_ recipe: Recipe) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let json = (try? encoder.encode(recipe)) ?? Data()
        return Digest.sha256([UInt8](json))
    }
}
