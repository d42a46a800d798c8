import CVips

extension Image {
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
