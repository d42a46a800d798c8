import CVips

/// What libvips tells of animations: frames that were loaded together stand one beneath the other.
extension Image {
    /// Rows of one frame; of a still, all of them.
    package var frameHeight: Int { Int(vips_image_get_page_height(pointer)) }

    /// How long each frame stays, in milliseconds as the file says; nil for a still.
    package var frameDelays: [Int]? {
        guard vips_image_get_typeof(pointer, "delay") != 0 else { return nil }
        var numbers: UnsafeMutablePointer<Int32>?
        var count: Int32 = 0
        guard vips_image_get_array_int(pointer, "delay", &numbers, &count) == 0, let numbers else {
            vips_error_clear()
            return nil
        }
        return UnsafeBufferPointer(start: numbers, count: Int(count)).map { Int($0) }
    }

    /// How often an animation plays; 0 is for ever. Nil when the file does not say.
    package var loopCount: Int? {
        guard vips_image_get_typeof(pointer, "loop") != 0 else { return nil }
        var loops: Int32 = 0
        guard vips_image_get_int(pointer, "loop", &loops) == 0 else {
            vips_error_clear()
            return nil
        }
        return Int(loops)
    }
}
