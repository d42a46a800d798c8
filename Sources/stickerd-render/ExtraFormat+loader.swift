import ImageHeaders
import Vips

extension ExtraFormat {
    /// What decodes it.
    var loader: VipsLibrary.ExtraLoader {
        switch self {
        case .pdf: .pdf
        case .psd: .magick
        case .jxl: .jxl
        }
    }
}
