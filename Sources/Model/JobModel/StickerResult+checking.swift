import StickerManifest

/// Checks whether a result is possible for a job. A result comes from a process that decoded an untrusted file, so it
/// may be forged.
extension StickerResult {
    /// The result with texts that are safe to show, if the recipe can have this result.
    ///
    /// - Returns: the result, or the reason why it is impossible, as the end of a sentence.
    package func checked(against recipe: Recipe) -> Result<StickerResult, Contradiction> {
        guard let known = RuleFinding.bounded(findings) else { return .failure("it has findings of an unknown rule") }
        guard art?.isPossible ?? true else { return .failure("it describes an impossible source") }
        var result = self
        result.findings = known
        if let output {
            if let fault = output.fault(against: recipe) { return .failure(Contradiction(stringLiteral: fault)) }
            result.output?.fit = output.fit.bounded
        }
        return .success(result)
    }

    /// The reason why an answer is impossible for a job, as the end of a sentence.
    package struct Contradiction: Error, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
        package let description: String

        package init(_ description: String) {
            self.description = description
        }

        package init(stringLiteral value: String) {
            description = value
        }
    }
}

extension RuleFinding {
    /// The maximum number of findings of one source.
    private static let most = 200
    /// The maximum number of bytes of a text.
    private static let longest = 2_048

    /// The maximum magnitude of a measured value and of its limit.
    private static let greatest = 1e12

    private static func bounded(_ number: Double?) -> Double? {
        number.flatMap { $0.isNaN ? nil : min(max($0, -greatest), greatest) }
    }

    /// The findings with limited numbers, and with short texts without control characters. Nil if a finding belongs to
    /// an unknown rule.
    package static func bounded(_ findings: [RuleFinding]) -> [RuleFinding]? {
        guard findings.allSatisfy({ RuleSet.rule($0.rule) != nil }) else { return nil }
        return findings.prefix(most).map { finding in
            var finding = finding
            finding.message = bounded(finding.message)
            finding.fix = bounded(finding.fix)
            finding.measured = bounded(finding.measured)
            finding.limit = bounded(finding.limit)
            finding.unit = finding.unit.map { bounded($0) }
            return finding
        }
    }

    /// A text without control characters, shortened if it is too long.
    fileprivate static func bounded(_ text: String) -> String {
        func isControl(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
        }
        guard text.utf8.count > longest || text.unicodeScalars.contains(where: isControl) else { return text }
        var bounded = String.UnicodeScalarView()
        var bytes = 0
        for scalar in text.unicodeScalars {
            bytes += UTF8.width(scalar)
            guard bytes <= longest else { break }
            bounded.append(isControl(scalar) ? " " : scalar)
        }
        return String(bounded)
    }
}

extension ArtFacts {
    /// The maximum width, height and number of frames.
    private static let greatest = Int(UInt32.max)

    fileprivate var isPossible: Bool {
        let letters = format.utf8
        return (1...16).contains(letters.count) && letters.allSatisfy { $0 > 0x20 && $0 < 0x7F }
            && [width, height, frames].allSatisfy { (0...ArtFacts.greatest).contains($0) }
    }
}

extension Fit {
    fileprivate var bounded: Fit {
        Fit(summary: RuleFinding.bounded(summary), gaveUp: RuleFinding.bounded(gaveUp), attempts: attempts)
    }
}

extension RenderedSticker {
    /// The maximum size of a preview in bytes, which is large because previews are not shipped.
    private static let previewLimit = 64 << 20
    /// The maximum number of frames of an animation.
    private static let frames = 1...ConfigurationRange.frames.upperBound
    /// The possible durations of a cycle in milliseconds. The maximum is that of an animation with the most frames and
    /// with the longest delay of an APNG.
    private static let durations = 0...frames.upperBound * 65_535_000
    /// The possible numbers of plays, which an APNG stores in 32 bits.
    private static let loops = 0...Int(UInt32.max)

    /// The reason why a recipe cannot have this result. Nil if it can.
    fileprivate func fault(against recipe: Recipe) -> String? {
        guard scales.map(\.scale).sorted(by: >) == Recipe.scales else {
            return "its scales are not the requested ones"
        }
        for scale in scales {
            let side = 1...recipe.pixels(scale: scale.scale)
            guard side.contains(scale.width), side.contains(scale.height) else {
                return "its size in pixels is not the requested one"
            }
            guard (0...256).contains(scale.colours ?? 0), (0...1).contains(scale.fidelity) else {
                return "a file has an impossible number of colours or fidelity"
            }
            guard (1..<recipe.encode.byteLimit).contains(scale.file.bytes) else {
                return "a file is over the byte limit"
            }
            guard scale.format.isDelivered, scale.format.fileExtension == scale.file.fileExtension else {
                return "the format of a file is not the requested one"
            }
        }
        if let fault = filmFault(against: recipe) { return fault }
        guard previews.map(\.background) == recipe.backgrounds.map(\.name) else {
            return "its previews are not the requested ones"
        }
        let others = previews.map(\.file) + (filmstrip.map { [$0.file] } ?? [])
        guard others.allSatisfy({ (1...RenderedSticker.previewLimit).contains($0.bytes) }) else {
            return "a preview is too large"
        }
        guard Digest.isSHA256(pixels) else { return "the hash of its pixels is missing" }
        let areAttemptsPossible = fit.attempts.allSatisfy {
            (0...256).contains($0.colours ?? 0) && (0...1).contains($0.fidelity)
                && (0...Int(UInt32.max)).contains($0.bytes ?? 0)
        }
        guard areAttemptsPossible else { return "it describes an impossible attempt" }
        if let animation,
            !RenderedSticker.frames.contains(animation.frames) || !RenderedSticker.loops.contains(animation.loopCount)
                || !RenderedSticker.durations.contains(animation.duration)
        {
            return "it describes an impossible animation"
        }
        if let filmstrip,
            filmstrip.width < 1 || filmstrip.height < 1 || max(filmstrip.width, filmstrip.height) > Int(Int32.max)
                || filmstrip.times.count > RenderedSticker.Filmstrip.mostFrames
                || !filmstrip.times.allSatisfy(RenderedSticker.durations.contains)
        {
            return "it describes an impossible filmstrip"
        }
        return nil
    }
}

extension RenderedSticker {
    /// The reason why a recipe cannot have this film. Nil if it can.
    private func filmFault(against recipe: Recipe) -> String? {
        guard let film else { return nil }
        let side = recipe.pixels(scale: film.scale)
        guard recipe.message != nil, Recipe.scales.contains(film.scale), film.width == side, film.height == side,
            [.mp4, .gif].contains(film.format), film.format.fileExtension == film.file.fileExtension
        else { return "it has a film that was not requested" }
        guard (1..<recipe.encode.byteLimit).contains(film.file.bytes), (0...1).contains(film.fidelity),
            (0...256).contains(film.colours ?? 0)
        else { return "its film is over the byte limit, or has an impossible fidelity" }
        return nil
    }
}

extension IconResult {
    /// The result with texts that are safe to show, if an icon can have this result.
    ///
    /// - Returns: the result, or the reason why it is impossible.
    package func checked() -> Result<IconResult, StickerResult.Contradiction> {
        guard let known = RuleFinding.bounded(findings) else { return .failure("it has findings of an unknown rule") }
        let sizes = icons.map { IconSlot(width: $0.width, height: $0.height) }
        guard sizes.isEmpty || Set(sizes) == Set(IconSlot.all) && sizes.count == IconSlot.all.count else {
            return .failure("its icons are not the requested ones")
        }
        return .success(IconResult(icons: icons, findings: known))
    }
}

extension FramesJob.Outcome {
    /// The outcome with texts that are safe to show, if an animation can have this outcome.
    ///
    /// - Parameters:
    ///   - limits: the limits of the job.
    ///   - files: the frames that were sent.
    /// - Returns: the outcome, or the reason why it is impossible.
    package func checked(limits: SourceLimits, files: [ReceivedFile]) -> Result<
        FramesJob.Outcome, StickerResult.Contradiction
    > {
        switch self {
        case .rejected(let findings):
            guard let known = RuleFinding.bounded(findings) else {
                return .failure("it has findings of an unknown rule")
            }
            return .success(.rejected(known))
        case .frames(var listing):
            guard let known = RuleFinding.bounded(listing.findings) else {
                return .failure("it has findings of an unknown rule")
            }
            listing.findings = known
            guard listing.frames.count <= limits.frames,
                listing.frames.enumerated().allSatisfy({ $0.element.file == FramesJob.fileName($0.offset) })
            else { return .failure("its frames are not the requested ones") }
            guard (0...Int(UInt32.max)).contains(listing.loopCount),
                listing.frames.allSatisfy({
                    $0.delayNumerator >= 0 && $0.delayDenominator >= 0 && (0...1e12).contains($0.milliseconds)
                })
            else { return .failure("its frames have impossible times") }
            guard files.count == listing.frames.count,
                files.allSatisfy({ $0.kind == .png && $0.width == listing.width && $0.height == listing.height })
            else { return .failure("its frames are not those that it describes") }
            return .success(.frames(listing))
        }
    }
}
