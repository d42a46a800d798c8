/// The values that numbers in settings may have. The keys' documentation, the readers and the schemas all hold to these.
package enum ConfigurationRange {
    /// Snapshots that are kept; 0 for none.
    package static let snapshots = 0...1_000
    /// The number of worker processes. 0 means one per processor core.
    package static let jobs = 0...256
    /// Alpha; at 255, opaque art would be margin.
    package static let trimThreshold = 0...254
    /// A share of the side on each side; at a quarter, half of the square is left.
    package static let padding = 0...0.25
    /// Below a half, the picture may be unrecognisable.
    package static let fidelityTarget = 0.5...1
    package static let fidelityFloor = 0.5...1
    /// Bytes. The upper end is Apple's limit: a larger file does not become a sticker.
    package static let byteLimit = 10_000...500_000
    /// The bytes of a message's picture: from a recognisable picture at 900 pixels to the most that a phone sends in a
    /// moment.
    package static let messageBytes = 20_000...2_000_000
    /// The number of colours in a PNG palette.
    package static let maximumColours = 2...256
    /// Points: from hardly visible to the width of a phone.
    package static let box = 8...512
    /// A share of the side of a piece's square.
    package static let anchor = 0.0...1.0
    /// Levels of 255. Beyond 32, whole shades would stay unchanged.
    package static let tolerance = 0...32
    /// Frames a second.
    package static let frameRate = 1...60
    /// Bytes. The maximum is that of formats with 32-bit sizes.
    package static let fileBytes = 1_000...4_000_000_000
    package static let pixels = 10_000...4_000_000_000
    /// Frames of an animation: memory grows with them, if slowly.
    package static let frames = 2...10_000
    /// Frames per second. The maximum is that of common screens.
    package static let sequenceFrameRate = 0.1...60.0
    /// The range that every format of animations supports; 0 is endless.
    package static let loops = 0...65_535
    /// A second to an hour.
    package static let seconds = 1...3600
    /// A hook's program should be quick: it gets the next event only when it has ended.
    package static let hookSeconds = 1...600
    /// Ten attempts more are tried over a quarter of an hour.
    package static let hookRetries = 0...10
    /// Seconds; the unit gives ten more than the default before it kills.
    package static let stopSeconds = 1...600
    /// Megabytes; libvips and its loaders need a few hundred for the smallest picture.
    package static let memoryMegabytes = 256...262_144
    /// Milliseconds; below, a program that pauses between two writes would look done.
    package static let quietMilliseconds = 50...60_000
    /// A second to an hour.
    package static let pollSeconds = 1...3600
    /// Ten seconds to a day.
    package static let rescanSeconds = 10...86_400
    /// Bytes of the cache of drawn sheet pages: from some pages to a disk.
    package static let sheetCacheBytes = 10_000_000...1_000_000_000_000
    /// `publish.keepMinutes`
    package static let keepMinutes = 0...1440
    /// At once to a day.
    package static let retireAfterSeconds = 0...86_400
    package static let massChangeShare = 0.0...1
}
