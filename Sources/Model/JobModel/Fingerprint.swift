import Foundation
import StickerManifest
import Synchronization

/// Identifies a result by everything that affects it: the source's bytes, the recipe, and the versions of stickerd and
/// of its libraries. It does not depend on the source's path or time, or on the machine.
package final class Fingerprint: Sendable {
    private struct KnownRecipe {
        let recipe: SharedValue<Recipe>
        /// SHA-256 of the recipe as JSON.
        let digest: String
    }

    /// The maximum number of recipes whose hashes are kept. Usually a library has a few recipes, but each message has
    /// its own.
    private static let mostRecipes = 256

    private let libraries: String
    private let recipes = Mutex<[Recipe: KnownRecipe]>([:])

    /// - Parameter identity: the identity of the renderer.
    package init(identity: RenderIdentity) {
        libraries = identity.signature
    }

    /// The fingerprint of a source with this SHA-256 and a recipe, in lower-case hexadecimal.
    package func of(sha256: String, recipe: Recipe) -> String {
        Digest.sha256("\(StickerdVersion.pipeline)\n\(libraries)\n\(known(recipe).digest)\n\(sha256)")
    }

    /// A copy of the recipe that shares its storage with the copies of equal recipes.
    package func shared(_ recipe: Recipe) -> SharedValue<Recipe> { known(recipe).recipe }

    private func known(_ recipe: Recipe) -> KnownRecipe {
        recipes.withLock { recipes in
            if let known = recipes[recipe] { return known }
            if recipes.count >= Fingerprint.mostRecipes { recipes = [:] }
            let known = KnownRecipe(recipe: SharedValue(recipe), digest: Fingerprint.digest(recipe))
            recipes[recipe] = known
            return known
        }
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
