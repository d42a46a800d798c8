import CVips

extension Image {
    /// A lossy WebP without metadata. Colours are subsampled, as the format requires, by the filter that avoids fringes at sharp edges.
    ///
    /// - Parameter quality: from 0 to 100.
    /// - Throws: `VipsError`, also for more than 16,383 pixels per side.
    package func webp(quality: Int) throws -> [UInt8] {
        try VipsOperation.bytes(
            "webpsave_buffer",
            [
                "in": .image(self), "Q": .int(quality), "smart-subsample": .bool(true), "effort": .int(2),
                "strip": .bool(true),
            ])
    }

    /// A JPEG without metadata, colours at full resolution.
    package func jpeg(quality: Int) throws -> [UInt8] {
        try VipsOperation.bytes(
            "jpegsave_buffer",
            [
                "in": .image(self), "Q": .int(quality), "strip": .bool(true), "subsample-mode": .text("off"),
                "optimize-coding": .bool(true),
            ])
    }
}
