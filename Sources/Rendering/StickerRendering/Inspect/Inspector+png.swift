import ImageHeaders
import JobModel

extension Inspector {
    /// Inspects the chunks of a PNG before it is decoded.
    ///
    /// - Throws: `SourceRejection` for a file that ends early, has damaged pixels, or declares too large a size.
    static func inspectPNG(_ bytes: [UInt8], name: String) throws
        -> (frames: Int, findings: [RuleFinding], colours: Inspection.Colours?)
    {
        let png: PNGInspection
        do {
            png = try PNGInspection(bytes)
        } catch PNGError.unusableHeader(let reason) {
            throw SourceRejection(
                Rule.damagedFile.finding("\(name) is not a valid PNG: its header cannot be used (\(reason))."))
        } catch {
            throw SourceRejection(Rule.damagedFile.finding("\(name) cannot be opened: \(error)"))
        }
        let facts = ArtFacts(format: "png", width: png.width, height: png.height, frames: 1)
        guard !png.isCgBI else {
            throw SourceRejection(
                Rule.unknownFormat.finding(
                    "\(name) is a PNG that Xcode has packed for an app (CgBI); no other program can read it.",
                    fix: "Use the PNG from the design program, not one taken out of a built app."),
                facts: facts)
        }
        guard png.endsProperly else {
            throw SourceRejection(
                Rule.damagedFile.finding(
                    "\(name) is cut off after \(NumberFormat.number(bytes.count)) bytes: its end is missing."),
                facts: facts)
        }
        if let damage = png.damage.first(where: { $0.touchesPicture }) {
            throw SourceRejection(Rule.damagedFile.finding("\(name) is damaged: \(damage)."), facts: facts)
        }
        var findings: [RuleFinding] = []
        if let damage = png.damage.first(where: \.isIgnoredTransparency) {
            findings.append(
                Rule.partlyRecovered.finding(
                    "\(name): \(damage), so it is ignored, as in browsers; its colours are not transparent."))
        } else if let damage = png.damage.first(where: { $0.kind != .needless }) {
            findings.append(Rule.partlyRecovered.finding("\(name): \(damage); the picture itself is complete."))
        }
        if case .failure(let damage) = png.iccProfile {
            findings.append(
                Rule.brokenProfile.finding("\(name) has a colour profile that is damaged (\(damage))."))
        }
        // Decoders show an animation without its acTL chunk as a still picture.
        if png.describedFrames > 1, (png.frameCount ?? 1) == 1 {
            findings.append(
                Rule.animationDamaged.finding(
                    "\(name) describes \(png.describedFrames) frames, but does not state that it is an animation "
                        + "with this number of frames. Only one frame was published.",
                    fix: "If the sticker should move, export it again as an animated PNG."))
        }
        return (png.frameCount ?? 1, findings, try describedColours(of: png, name: name, facts: facts))
    }
}

extension ChunkDamage {
    /// Whether the damaged chunk is a tRNS chunk that decoders ignore, because it is misplaced or repeated.
    fileprivate var isIgnoredTransparency: Bool {
        chunk == "tRNS" && (kind == .outOfOrder || kind == .repeated)
    }

    /// Whether the damaged chunk affects the picture. Other chunks contain texts, times and similar data.
    var touchesPicture: Bool {
        kind != .needless && !isIgnoredTransparency && ["IHDR", "PLTE", "tRNS", "IDAT"].contains(chunk)
    }
}
