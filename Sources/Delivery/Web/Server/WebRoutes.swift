import Hummingbird

/// Some of what a server answers. A server takes any number of them, so that what belongs together stays together:
/// `CatalogRoutes`, `HealthRoutes`.
package protocol WebRoutes: Sendable {
    /// Adds its paths. They must not be another group's.
    func add(to router: Router<BasicRequestContext>)
}
