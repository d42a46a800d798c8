import CVips
import Synchronization

/// The libvips library. It is started once per process, before any image is used.
package enum VipsLibrary {
    /// A decoder that is off by default, because libvips marks it as untrusted.
    package enum ExtraLoader: String, Sendable, CaseIterable {
        case pdf = "VipsForeignLoadPdf"
        case jxl = "VipsForeignLoadJxl"
        /// A decoder for many formats. `Image.load` uses it only for Photoshop files.
        case magick = "VipsForeignLoadMagick"
    }

    /// The time when libvips' decoder modules are loaded.
    package enum ModuleLoading: Sendable {
        case atOnce
        case whenNeeded
    }

    /// The loaders that are always allowed. All others are blocked. Source: libvips, `vips_operation_block_set()`.
    private static let allowedLoaders = [
        "VipsForeignLoadPng", "VipsForeignLoadJpeg", "VipsForeignLoadWebp", "VipsForeignLoadNsgif",
        "VipsForeignLoadTiff", "VipsForeignLoadHeif", "VipsForeignLoadSvg",
    ]

    /// The loaders that are not blocked.
    private static let allowed = Mutex<[String]>([])

    /// Starts libvips so that its results depend only on the input: with one thread, and without a cache of
    /// operations.
    ///
    /// - Parameters:
    ///   - extra: the additional formats that may be decoded.
    ///   - modules: the time at which decoders of rare formats are loaded. `whenNeeded` changes the environment
    ///     temporarily. Therefore it requires that the process has only one thread.
    package static func start(extra: [ExtraLoader] = [], loadingModules modules: ModuleLoading = .atOnce) throws {
        let status = modules == .atOnce ? vips_init("stickerd") : VipsModules.withoutAny { vips_init("stickerd") }
        guard status == 0 else {
            throw VipsError.cannotStart(String(cString: vips_error_buffer()))
        }
        if modules == .whenNeeded { VipsModules.allow([.heif] + extra.map(\.module)) }
        vips_concurrency_set(1)
        vips_cache_set_max(0)
        vips_cache_set_max_mem(0)
        allowed.withLock { $0 = allowedLoaders + extra.map(\.rawValue) }
        blockOthers()
    }

    /// Blocks every existing loader that is not allowed. Must be called again after a module has added loaders.
    static func blockOthers() {
        vips_operation_block_set("VipsForeignLoad", 1)
        for loader in allowed.withLock({ $0 }) { vips_operation_block_set(loader, 0) }
    }

    /// The version of the loaded libvips, for example `8.14.1`.
    package static var version: String {
        "\(vips_version(0)).\(vips_version(1)).\(vips_version(2))"
    }

    /// Loads every decoder module of libvips, so that `hasOperation` knows the operations of modules. Blocked
    /// operations remain blocked.
    package static func loadModules() { VipsModules.loadAll() }

    /// Whether this build of libvips has an operation, for example `VipsForeignLoadHeifBuffer`.
    package static func hasOperation(_ nickname: String) -> Bool {
        vips_type_find("VipsOperation", nickname) != 0
    }
}
