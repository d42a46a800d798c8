import Film
import ImageHeaders
import JobModel
import Pixels
import StickerManifest

/// A finished film of a message.
struct MessageFilm {
    let bytes: [UInt8]
    /// The format of the film: `mp4` or `gif`.
    let format: StickerFormat
    /// The number of pixels per point.
    let scale: Int
    /// The number of pixels per side.
    let side: Int
    /// The fidelity of the worst frame. 1 means that it does not differ from the ideal.
    let fidelity: Double
    /// The frames as a player shows them.
    let shown: FrameStore
    /// The size of the MP4 that this GIF replaces, in bytes. Nil for an MP4, and if no MP4 fits.
    var otherBytes: Int?

    /// The format, the size and the fidelity of the film, as a sentence.
    var summary: String {
        let form = format == .gif ? "GIF" : "MP4 (H.264, no sound)"
        let other = otherBytes.map { "; as \(format == .gif ? "MP4" : "GIF") it has \(NumberFormat.number($0))" } ?? ""
        return "Film: \(form) of \(side) × \(side) pixels, fidelity \(NumberFormat.number(fidelity, digits: 4)), in "
            + "\(NumberFormat.number(bytes.count)) bytes\(other)."
    }

    func send(to output: any JobOutput) throws -> StickerAnswer.Scale {
        StickerAnswer.Scale(
            scale: scale, width: side, height: side, file: try output.add(bytes, kind: FileKind(format)),
            format: format, colours: nil, fidelity: fidelity)
    }
}

/// Creates the smallest film of a message that looks the same and has fewer bytes than `messages.maxBytes`.
///
/// At each scale, from @3x to @1x, it searches for the highest rate factor of libx264 whose worst frame reaches the
/// target of animations. The halved colour resolution causes a loss that no rate factor can avoid, so this loss is
/// ignored. If the film is too large, the best film within the byte limit is used, down to the floor. If there is none,
/// the next scale is tried.
///
/// A GIF replaces the film if it is smaller and at least as faithful. This is possible with few flat colours and few
/// changes.
struct MessageFilmSearch {
    /// The maximum number of pixels of all frames at a scale: 37 frames of 900 × 900 pixels, 83 frames of 600 × 600, or
    /// 333 frames of 300 × 300. Encoding more would exceed the time limit of a source (`limits.seconds`).
    private static let mostPixels = 30_000_000
    /// The rate factors of libx264. An increase by 6 halves the bytes.
    private static let rates = [16.0, 18, 20, 22, 24, 26, 28, 31, 34, 38, 42]

    private let motion: MessageMotion
    private let recipe: Recipe
    private let name: String
    private var tried: [Double: MessageFilm] = [:]
    private(set) var attempts: [Fit.Attempt] = []

    init(_ motion: MessageMotion, recipe: Recipe, name: String) {
        self.motion = motion
        self.recipe = recipe
        self.name = name
    }

    private var byteLimit: Int { recipe.encode.byteLimit }
    private var floor: Double { recipe.animation.fidelityFloor }
    private var target: Double { max(recipe.animation.fidelityTarget, floor) }

    /// The film. Nil if no film fits.
    ///
    /// - Throws: `FilmError`, `PNGError`, and the errors of encoding a GIF, which no picture causes.
    mutating func run() throws -> MessageFilm? {
        for scale in Recipe.scales where !hasTooManyFrames(scale: scale) {
            tried = [:]
            let film = try best(scale: scale)
            if let film = try smallerGIF(than: film, scale: scale) ?? film { return film }
        }
        return nil
    }

    private func hasTooManyFrames(scale: Int) -> Bool {
        let side = recipe.pixels(scale: scale)
        return motion.store.count * side * side > Self.mostPixels
    }

    /// The findings about a missing film, or about a film with fewer pixels than the picture.
    func findings(_ film: MessageFilm?) -> [RuleFinding] {
        let frames = "\(NumberFormat.number(motion.store.count)) frames"
        let seconds = NumberFormat.number(Double(motion.animation.duration) / 1000, digits: 1)
        let limit = NumberFormat.number(byteLimit)
        if let film {
            guard film.scale < 3 else { return [] }
            let reason =
                hasTooManyFrames(scale: film.scale + 1)
                ? "because it has many frames" : "to stay under \(limit) bytes"
            return [
                Rule.messageAnimated.finding(
                    "The film of \(name) (\(frames) in \(seconds) s) has \(film.side) × \(film.side) pixels instead of "
                        + "\(recipe.pixels(scale: 3)), \(reason).",
                    measured: Double(film.bytes.count), limit: Double(byteLimit))
            ]
        }
        guard !hasTooManyFrames(scale: 1) else {
            return [
                Rule.messageAnimated.finding(
                    "\(name) (\(frames) in \(seconds) s) has too many frames for a film. Messages shows the still picture."
                )
            ]
        }
        return [
            Rule.messageAnimated.finding(
                "No film of \(name) (\(frames) in \(seconds) s) stays under \(limit) bytes and looks good enough. Messages "
                    + "shows the still picture.", limit: Double(byteLimit))
        ]
    }

    /// The fidelity that the worst frame must reach. The loss that the halved colour resolution causes is subtracted
    /// from the target.
    private func goal(scale: Int) throws -> Double {
        let side = recipe.pixels(scale: scale)
        var ceiling = 1.0
        var reader = motion.store.reader
        for place in 0..<motion.store.count {
            let frame = try Self.ideal(place, of: &reader, side: side)
            let score = FidelityMeter(ideal: frame).score(FilmEncoder.uncompressed(frame))
            ceiling = min(ceiling, Fidelity.of(score))
        }
        return max(floor, ceiling - (1 - target))
    }

    private mutating func best(scale: Int) throws -> MessageFilm? {
        let goal = try goal(scale: scale)
        // The rates are sorted from the smallest file to the most faithful.
        let rates = Array(Self.rates.reversed())
        var (low, high) = (0, rates.count)
        while low < high {
            let middle = (low + high) / 2
            let film = try film(rate: rates[middle], scale: scale)
            // If a film is too large, films that are more faithful are not tried.
            if film.fidelity >= goal || film.bytes.count >= byteLimit { high = middle } else { low = middle + 1 }
            // Only these two films can still be selected. Keeping the frames of the others would use too much memory.
            tried = tried.filter { rate, _ in [high, low - 1].contains(rates.firstIndex(of: rate) ?? rates.count) }
        }
        let place = min(low, rates.count - 1)
        let found = try film(rate: rates[place], scale: scale)
        if found.bytes.count < byteLimit { return found.fidelity >= floor ? found : nil }
        guard place > 0 else { return nil }
        let last = try film(rate: rates[place - 1], scale: scale)
        return last.bytes.count < byteLimit && last.fidelity >= floor ? last : nil
    }

    private mutating func film(rate: Double, scale: Int) throws -> MessageFilm {
        if let known = tried[rate] { return known }
        let side = recipe.pixels(scale: scale)
        let store = motion.store
        let encoder = try FilmEncoder(side: side, seconds: store.delays.map(\.shownSeconds))
        // The encoder returns frames in the order of decoding, which may differ from the order of display.
        var (shown, fidelity) = ([Int: RGBAImage](), 1.0)
        var finished = FrameStore(side: side)
        var (reader, comparedReader) = (store.reader, store.reader)
        let bytes = try encoder.encode(rate: rate) { place in
            try Self.ideal(place, of: &reader, side: side)
        } shown: { place, picture in
            shown[place] = picture
            while let next = shown.removeValue(forKey: finished.count + finished.merged) {
                let place = finished.count + finished.merged
                let ideal = try Self.ideal(place, of: &comparedReader, side: side)
                fidelity = min(fidelity, Fidelity.of(FidelityMeter(ideal: ideal).score(next)))
                try finished.append(next, delay: store.delays[place])
            }
        }
        finished.close()
        let film = MessageFilm(
            bytes: bytes, format: .mp4, scale: scale, side: side, fidelity: fidelity.roundedFidelity, shown: finished)
        tried[rate] = film
        attempts.append(
            Fit.Attempt(method: "h264", colours: nil, bytes: bytes.count, fidelity: film.fidelity))
        return film
    }

    private static func ideal(_ place: Int, of frames: inout FrameStore.Reader, side: Int) throws -> RGBAImage {
        let frame = try frames.image(place)
        return frame.width == side ? frame : Resampler.resize(frame, to: PixelSize(width: side, height: side))
    }

    /// A GIF of the same frames that is smaller than a film, and as faithful. Nil if there is none.
    private mutating func smallerGIF(than film: MessageFilm?, scale: Int) throws -> MessageFilm? {
        // With many frames, a GIF is always larger, because the format lacks motion compensation.
        guard motion.store.count <= Self.mostGIFFrames else { return nil }
        var store = FrameStore(side: recipe.pixels(scale: scale))
        var reader = motion.store.reader
        for place in 0..<motion.store.count {
            try store.append(
                try Self.ideal(place, of: &reader, side: store.side), delay: motion.store.delays[place])
        }
        store.close()
        let prepared = try GIFPreparation.prepare(store, name: name, limits: RuleLimits(changed: recipe.ruleLimits))
        var (encode, animation) = (recipe.encode, recipe.animation)
        encode.byteLimit = film?.bytes.count ?? byteLimit
        encode.maximumColours = min(encode.maximumColours, 255)
        (animation.format, animation.colour, animation.sacrifice) = (.gif, .palette, [.colours])
        animation.fidelityFloor = max(film?.fidelity ?? floor, floor)
        animation.fidelityTarget = max(animation.fidelityFloor, min(target, 0.999))
        let encoder = AnimationEncoder(
            store: prepared.store, loopCount: motion.loopCount, settings: encode, animation: animation, isLargest: false
        )
        var search = try AnimationSearch(encoder: encoder, name: name)
        let made: EncodedAnimation
        do {
            made = try search.run().animation
        } catch is AnimationSearch.Failure {
            return nil
        }
        // The search may also return an animation that fits but does not reach the floor.
        guard made.format == .gif, made.bytes.count < encode.byteLimit, made.fidelity >= animation.fidelityFloor else {
            return nil
        }
        attempts.append(
            Fit.Attempt(method: "gif", colours: made.colours, bytes: made.bytes.count, fidelity: made.fidelity))
        var shown = FrameStore(side: store.side)
        try made.forEachFrame { place, frame in try shown.append(frame, delay: made.delays[place]) }
        shown.close()
        return MessageFilm(
            bytes: made.bytes, format: .gif, scale: scale, side: store.side, fidelity: made.fidelity, shown: shown,
            otherBytes: film?.bytes.count)
    }

    private static let mostGIFFrames = 60
}

extension FrameDelay {
    /// The number of seconds for which players show the frame. As in browsers, a delay of 10 ms or less means 100 ms.
    fileprivate var shownSeconds: Double { seconds <= 0.010_001 ? 0.1 : seconds }
}
