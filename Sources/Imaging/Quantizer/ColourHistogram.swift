import Pixels

/// The different colours of a picture, with their numbers of pixels, and the colour of each pixel.
package struct ColourHistogram: Sendable {
    /// The colours in the order of their first occurrence. All fully transparent pixels have one colour, `.clear`.
    package let colours: [RGBAColour]
    /// The number of pixels of each colour.
    package let counts: [UInt32]
    /// For each pixel, the index of its colour in `colours`.
    package let places: [UInt32]

    package init(of image: RGBAImage) {
        self.init(of: [image], pixelCount: image.width * image.height) { $0 }
    }

    /// Creates the histogram of several pictures, whose pixels follow each other in `places`. Only one of them is in
    /// memory at a time.
    ///
    /// - Parameter pixelCount: the number of pixels of all pictures.
    package init<Source>(
        of sources: [Source], pixelCount: Int, picture: (Source) throws -> RGBAImage
    ) rethrows {
        var table = OpenTable(capacity: 1 << 12)
        var counts: [UInt32] = []
        var places = [UInt32](repeating: 0, count: pixelCount)
        var previousKey: UInt32 = 0
        var previousPlace: UInt32?
        var start = 0
        for source in sources {
            let image = try picture(source)
            let end = start + image.width * image.height
            image.bytes.withUnsafeBytes { raw in
                for pixel in start..<end {
                    let loaded = UInt32(
                        littleEndian: raw.loadUnaligned(fromByteOffset: (pixel &- start) &* 4, as: UInt32.self))
                    // The colour of a fully transparent pixel does not matter.
                    let key = loaded >> 24 == 0 ? 0 : loaded
                    let place: UInt32
                    if key == previousKey, let known = previousPlace {
                        place = known
                    } else {
                        place = table.place(of: key)
                        if place == counts.count { counts.append(0) }
                        previousKey = key
                        previousPlace = place
                    }
                    counts[Int(place)] &+= 1
                    places[pixel] = place
                }
            }
            start = end
        }
        self.colours = table.keys.map(ColourHistogram.colour)
        self.counts = counts
        self.places = places
    }

    private static func colour(_ key: UInt32) -> RGBAColour {
        RGBAColour(
            red: UInt8(truncatingIfNeeded: key), green: UInt8(truncatingIfNeeded: key >> 8),
            blue: UInt8(truncatingIfNeeded: key >> 16), alpha: UInt8(truncatingIfNeeded: key >> 24))
    }
}

/// A hash table from colours to consecutive numbers. It is used for every pixel, and is several times as fast as
/// Swift's dictionary.
private struct OpenTable {
    private(set) var keys: [UInt32] = []
    /// Indices in `keys` plus one. Zero means an empty slot.
    private var slots: [UInt32]
    private var mask: Int

    init(capacity: Int) {
        slots = [UInt32](repeating: 0, count: capacity)
        mask = capacity - 1
    }

    mutating func place(of key: UInt32) -> UInt32 {
        var slot = OpenTable.hash(key) & mask
        while slots[slot] != 0 {
            let place = slots[slot] &- 1
            if keys[Int(place)] == key { return place }
            slot = (slot &+ 1) & mask
        }
        keys.append(key)
        slots[slot] = UInt32(keys.count)
        if keys.count * 2 > slots.count { grow() }
        return UInt32(keys.count - 1)
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 4)
        mask = slots.count - 1
        for (place, key) in keys.enumerated() {
            var slot = OpenTable.hash(key) & mask
            while slots[slot] != 0 { slot = (slot &+ 1) & mask }
            slots[slot] = UInt32(place + 1)
        }
    }

    private static func hash(_ key: UInt32) -> Int {
        Int((UInt64(key) &* 0x9E37_79B9_7F4A_7C15) >> 32)
    }
}
