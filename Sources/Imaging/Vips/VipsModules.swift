import CVips
import Glibc
import Synchronization

/// Loads the decoder modules of libvips, and the libraries that the modules need. Loading takes as long as the rest
/// of libvips' start, and few files need a module.
enum VipsModules {
    /// A decoder module. Some builds of libvips contain the decoders instead.
    enum Module: String, CaseIterable, Sendable {
        case heif = "vips-heif"
        case jxl = "vips-jxl"
        case magick = "vips-magick"
        case poppler = "vips-poppler"

        /// Whether the module may be able to decode a file.
        func mayDecode(_ bytes: [UInt8]) -> Bool {
            switch self {
            case .heif: bytes.dropFirst(4).starts(with: Array("ftyp".utf8))
            case .jxl: bytes.starts(with: [0xFF, 0x0A]) || bytes.dropFirst(4).starts(with: Array("JXL ".utf8))
            case .magick: bytes.starts(with: Array("8BPS".utf8))
            case .poppler: bytes.starts(with: Array("%PDF".utf8))
            }
        }
    }

    /// The modules that may be loaded, but are not loaded yet.
    private static let waiting = Mutex<[Module]>([])

    /// Runs `body`. During this time, libvips finds no modules, because it searches for them in VIPSHOME. Source:
    /// libvips, `vips_guess_prefix()`.
    static func withoutAny<Result>(_ body: () -> Result) -> Result {
        let name = "VIPSHOME"
        let before = getenv(name).map { String(cString: $0) }
        setenv(name, "/nonexistent", 1)
        defer { if let before { setenv(name, before, 1) } else { unsetenv(name) } }
        return body()
    }

    /// Allows modules. Each is loaded when the first file that it may decode is opened.
    static func allow(_ modules: [Module]) {
        waiting.withLock { $0 = modules }
    }

    /// Loads all modules, so that their operations are known.
    static func loadAll() {
        for module in Module.allCases { _ = load(module) }
    }

    /// Loads the module that a file needs. If the module cannot be loaded, decoding the file fails with a message.
    static func load(for bytes: [UInt8]) {
        waiting.withLock { waiting in
            // A module that cannot be loaded, for example because memory is short, is tried again for the next file.
            for module in waiting where module.mayDecode(bytes) && load(module) {
                waiting.removeAll { $0 == module }
            }
        }
    }

    private static func load(_ module: Module) -> Bool {
        guard let folder, g_module_open("\(folder)/\(module.rawValue).so", G_MODULE_BIND_LAZY) != nil else {
            return false
        }
        VipsLibrary.blockOthers()
        return true
    }

    /// The folder of the modules, next to the library itself. Source: libvips, `vips_init()`. Nil if the library is
    /// not found.
    private static var folder: String? {
        var library = LoadedFile()
        guard let symbol = dlsym(nil, "vips_init"), loaded_file(symbol, &library) != 0, let name = library.file else {
            return nil
        }
        let path = String(cString: name)
        guard let slash = path.lastIndex(of: "/") else { return nil }
        return "\(path[..<slash])/vips-modules-\(vips_version(0)).\(vips_version(1))"
    }
}

extension VipsLibrary.ExtraLoader {
    /// The module that contains the loader.
    var module: VipsModules.Module {
        switch self {
        case .pdf: .poppler
        case .jxl: .jxl
        case .magick: .magick
        }
    }
}
