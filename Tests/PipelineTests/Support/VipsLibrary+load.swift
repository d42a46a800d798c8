import Vips

extension VipsLibrary {
    /// Whether the installed libvips has a loader. Starts the library if necessary.
    static func canLoad(_ nickname: String) -> Bool {
        (try? PipelineFixture()) != nil && hasOperation(nickname)
    }
}
