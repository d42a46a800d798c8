import Deflate
import JobModel
import Quantizer
import Vips

/// The libraries that decide the bytes of a sticker.
package enum Toolchain {
    /// Their versions by name.
    package static var versions: [String: String] {
        LibraryVersions.loaded.merging([
            "libimagequant": PaletteMaker.version, "libdeflate": DeflateLevel.libraryVersion,
            "zopfli": DeflateLevel.zopfliVersion,
        ]) {
            $1
        }
    }

    /// The versions in one line, for what has to be made anew when one of them changes.
    package static var signature: String { Fingerprint.signature(of: versions) }
}
