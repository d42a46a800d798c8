import Foundation

/// Identifies a result by all of its inputs: the source's bytes, the recipe, and the versions of stickerd and of the
/// libraries. It does not depend on the path and time of the source, or on the machine.
package struct Fingerprint {
    private let libraries: String
    private var recipes: [Recipe: String] = [:]

    /// - Parameter identity: the renderer of the source.
    package init(identity: RenderIdentity) {
        libraries = identity.signature
    }

    /// The fingerprint of a source with this digest under a recipe, in lower-case hexadecimal.
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

    /// SHA-256 of the recipe as JSON. The keys of that JSON are part of every fingerprint: the types' `CodingKeys` keep
    /// them the same when a property gets another name.
    private static func digest(_ recipe: Recipe) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let json = (try? encoder.encode(recipe)) ?? Data()
        return Digest.sha256([UInt8](json))
    }
}
