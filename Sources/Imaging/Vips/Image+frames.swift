import CVips

/// Properties of an animation. libvips stacks frames vertically if they are loaded together.
extension Image {
    /// The duration of each frame in milliseconds, as in the file. Nil for a still picture.
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

    /// The number of plays of an animation. 0 means forever. Nil if the file does not contain it.
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
