import PNG
import Quantizer
import Vips

/// The libraries that decide the bytes of a sticker.
package enum Toolchain {
    /// Their versions by name.
    package static var versions: [String: String] {
        LibraryVersions.loaded.merging([
            "libimagequant": PaletteMaker.version, "libdeflate": DeflateLevel.libraryVersion,
        ]) {
            $1
        }
    }
}
