/// A format whose decoder libvips itself does not trust with strangers' files. It is read only where the configuration
/// asks for it.
///
/// Source: libvips' `VIPS_OPERATION_UNTRUSTED`; SVG has that mark too, and is read: librsvg is written in a language that
/// is safe with memory, and loads nothing from outside of a drawing that it is given in memory.
package enum ExtraFormat: String, Codable, Hashable, Sendable, CaseIterable {
    case pdf, psd, jxl

    /// Nil for the formats that are always read, or never.
    init?(_ format: SourceFormat) {
        switch format {
        case .pdf: self = .pdf
        case .psd: self = .psd
        case .jxl: self = .jxl
        default: return nil
        }
    }
}
