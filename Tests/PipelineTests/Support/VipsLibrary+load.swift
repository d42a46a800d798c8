import Vips

extension VipsLibrary {
    /// Whether the installed libvips has a loader; starts the library when needed.
    static func canLoad(_ nickname: String) -> Bool {
        (try? PipelineFixture()) != nil && hasOperation(nickname)
    }
}
