import ImageHeaders

/// Corrections for sources whose alpha the decoder misinterprets.
extension Inspector {
    /// The bytes to decode in place of a source's bytes, and the corrections of the decoded picture.
    struct AlphaCorrection {
        var bytes: [UInt8]
        var transforms: [HEIFTransform] = []
        var alpha = Inspection.Alpha.asDecoded
        var isPremultiplied = false
    }

    static func alphaCorrection(_ bytes: [UInt8], format: SourceFormat) -> AlphaCorrection {
        switch format {
        case .avif, .heic:
            guard let heif = HEIFTransforms(bytes) else { break }
            return AlphaCorrection(bytes: heif.bytes, transforms: heif.transforms)
        case .tiff:
            guard let samples = TIFFSamples(bytes), let extras = samples.extras else { break }
            var correction = AlphaCorrection(bytes: bytes)
            guard let before = samples.extrasBeforeAlpha else {
                correction.alpha = .none
                return correction
            }
            if before > 0 { correction.alpha = .after(extras: before) }
            if samples.isFloat, extras[before] == .premultipliedAlpha {
                correction.bytes = samples.declaringStraightAlpha(bytes)
                correction.isPremultiplied = true
            }
            return correction
        default: break
        }
        return AlphaCorrection(bytes: bytes)
    }
}
