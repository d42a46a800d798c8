import CVips
import Glibc

/// The versions of libvips and of the libraries that it has loaded.
package enum LibraryVersions {
    /// The versions by library name. A library that is not loaded, or that does not report its version, is omitted.
    ///
    /// The versions affect pixels, so they are part of fingerprints.
    package static var loaded: [String: String] {
        var versions = ["libvips": VipsLibrary.version]
        versions["librsvg"] = triple("rsvg_major_version", "rsvg_minor_version", "rsvg_micro_version")
        versions["libpng"] = number("png_access_version_number").map { "\($0 / 10000).\($0 / 100 % 100).\($0 % 100)" }
        versions["libwebp"] = packed("WebPGetDecoderVersion")
        versions["libwebpdemux"] = packed("WebPGetDemuxVersion")
        versions["lcms2"] = number("cmsGetEncodedCMMversion").map { "\($0 / 1000).\($0 % 1000 / 10)" }
        versions["cairo"] = number("cairo_version").map { "\($0 / 10000).\($0 / 100 % 100).\($0 % 100)" }
        return versions
    }

    private static func symbol(_ name: String) -> UnsafeMutableRawPointer? {
        // A null handle means all loaded libraries.
        dlsym(nil, name)
    }

    /// Calls a C function without arguments that returns a number. Nil if the function does not exist.
    private static func number(_ name: String) -> Int? {
        guard let pointer = symbol(name) else { return nil }
        typealias Function = @convention(c) () -> CInt
        return Int(unsafeBitCast(pointer, to: Function.self)())
    }

    /// The version of a part of libwebp, such as `1.2.3`. Each byte of the number is one part of the version.
    private static func packed(_ name: String) -> String? {
        number(name).map { "\($0 >> 16).\($0 >> 8 & 255).\($0 & 255)" }
    }

    /// The version of a library, such as `1.2.3`, from three of the library's variables. Nil if one of them does not
    /// exist.
    private static func triple(_ names: String...) -> String? {
        let numbers = names.compactMap { symbol($0)?.load(as: CUnsignedInt.self) }
        return numbers.count == names.count ? numbers.map(String.init).joined(separator: ".") : nil
    }
}
