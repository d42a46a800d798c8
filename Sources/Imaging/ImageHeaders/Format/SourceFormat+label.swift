extension SourceFormat {
    /// What people call it, with its article.
    package var label: String {
        switch self {
        case .svg, .svgz: "an SVG"
        case .pdf: "a PDF"
        case .psd: "a Photoshop file"
        case .tiff: "a TIFF"
        case .png: "a PNG"
        case .avif: "an AVIF"
        case .heic: "a HEIC picture"
        case .webp: "a WebP picture"
        case .gif: "a GIF"
        case .jpeg: "a JPEG"
        case .jxl: "a JPEG XL picture"
        case .bmp: "a BMP"
        }
    }

    /// Whether its frames follow each other in time, as opposed to pages or versions of one picture.
    package var canMove: Bool { self == .gif || self == .webp }
}
