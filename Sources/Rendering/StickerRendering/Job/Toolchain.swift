import PNG
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
    package static var signature: String { signature(of: versions) }

    package static func signature(of versions: [String: String]) -> String {
        versions.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ";")
    }
}
