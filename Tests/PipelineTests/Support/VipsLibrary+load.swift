import Vips

extension VipsLibrary {
    /// Whether the installed libvips has a loader; starts the library when need be.
    static func canLoad(_ nickname: String) -> Bool {
        (try? Workbench()) != nil && hasOperation(nickname)
    }
}
