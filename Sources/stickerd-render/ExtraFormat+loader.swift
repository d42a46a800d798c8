import ImageHeaders
import Vips

extension ExtraFormat {
    /// The loader of libvips for the format.
    var loader: VipsLibrary.ExtraLoader {
        switch self {
        case .pdf: .pdf
        case .psd: .magick
        case .jxl: .jxl
        }
    }
}
