import Foundation

/// The shared storage of a sticker: its properties, or their compact encoding.
final class StickerStorage: @unchecked Sendable {
    private enum State {
        case expanded(Expanded)
        case compact(CompactSticker)
    }

    /// A separate class, so that the properties use memory only while they are expanded.
    private final class Expanded {
        var fields: StickerFields

        init(_ fields: StickerFields) { self.fields = fields }
    }

    /// The properties or their compact encoding, guarded by the lock.
    private var state: State

    init(_ fields: StickerFields) {
        state = .expanded(Expanded(fields))
    }

    var fields: StickerFields { read { $0 } }

    /// - Parameter body: must not read another sticker.
    func read<Value>(_ body: (StickerFields) -> Value) -> Value { read(body) { body($0.fields) } }

    /// Reads a value from the properties, or from the compact bytes if the sticker is compact. Does not expand it.
    ///
    /// - Parameters:
    ///   - body: reads the properties. It must not read another sticker.
    ///   - other: reads the same value from the compact bytes.
    func read<Value>(_ body: (StickerFields) -> Value, compact other: (CompactSticker) -> Value) -> Value {
        let lock = CompactLocks.lock(of: self)
        lock.lock()
        defer { lock.unlock() }
        return switch state {
        case .expanded(let expanded): body(expanded.fields)
        case .compact(let compact): other(compact)
        }
    }

    /// - Parameter body: must not read another sticker.
    func change(_ body: (inout StickerFields) -> Void) {
        expand()
        let lock = CompactLocks.lock(of: self)
        lock.lock()
        defer { lock.unlock() }
        guard case .expanded(let expanded) = state else { return }
        body(&expanded.fields)
    }

    var isCompact: Bool { read({ _ in false }, compact: { _ in true }) }

    func compact() {
        let lock = CompactLocks.lock(of: self)
        lock.lock()
        defer { lock.unlock() }
        guard case .expanded(let expanded) = state, let compact = expanded.fields.compact else { return }
        state = .compact(compact)
    }

    func expand() {
        let lock = CompactLocks.lock(of: self)
        lock.lock()
        defer { lock.unlock() }
        guard case .compact(let compact) = state else { return }
        state = .expanded(Expanded(compact.fields))
    }
}

/// Locks that many values share. One lock per value would take as much memory as the value itself.
package enum CompactLocks {
    /// The lock of an object. An object always has the same lock.
    package static func lock(of object: AnyObject) -> NSLock {
        let place = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()) >> 5
        return locks[Int(place % UInt(locks.count))]
    }

    private static let locks = (0..<64).map { _ in NSLock() }
}

/// A sticker in compact form.
struct CompactSticker: Sendable, Equatable {
    fileprivate(set) var bytes: [UInt8] = []
    /// The position of the fingerprint, which is followed by the hash of the pixels.
    fileprivate var fingerprintPlace: UInt32 = 0
    /// The position of the review, which is last.
    fileprivate var reviewPlace: UInt32 = 0

    var fields: StickerFields { StickerFields(compact: bytes) }

    var id: String {
        var reader = CompactReader(bytes)
        return reader.text()
    }

    var identity: (id: String, source: SourceArt) {
        var reader = CompactReader(bytes)
        let id = reader.text()
        reader.skipText()
        _ = reader.list { reader in
            reader.skipText()
            reader.skipText()
        }
        _ = reader.number()
        return (id, reader.source())
    }

    var digests: (fingerprint: String, pixels: String) {
        var reader = CompactReader(bytes, at: Int(fingerprintPlace))
        return (reader.text(), reader.text())
    }

    var review: Review? {
        var reader = CompactReader(bytes, at: Int(reviewPlace))
        return reader.review()
    }

    /// The bytes of the same sticker without a review.
    var bytesWithoutReview: [UInt8] { bytes.prefix(Int(reviewPlace)) + [0] }
}

/// Hash values of a sticker's id and of the path of its source. A search among thousands of stickers compares these
/// first, so that it rarely has to read other properties. They differ from process to process.
package struct StickerKeys: Sendable {
    package let id: Int
    package let path: Int

    init(_ fields: StickerFields) {
        (id, path) = (fields.id.hashValue, fields.source.path.hashValue)
    }
}

/// The properties of a sticker.
struct StickerFields: Codable, Sendable, Equatable {
    var id: String
    var label: String
    var labels: [String: String]
    var size: StickerSize
    var source: SourceArt
    var animation: Animation?
    var renditions: [Rendition]
    var previews: [Preview]
    var filmstrip: Filmstrip?
    var fit: Fit
    var findings: [Finding]
    var fingerprint: String
    var pixels: String
    var review: Review?
    var messageTexts: MessageTexts?
    var film: Rendition?
    var anchor: PieceAnchor?

    private enum CodingKeys: String, CodingKey {
        case id, label, labels, size, source, animation, renditions, previews, filmstrip, fit, findings
        case fingerprint, pixels, review
    }
}

extension StickerFields {
    /// The same sticker in compact form. Nil for messages and game pieces, which are few.
    var compact: CompactSticker? {
        guard messageTexts == nil, anchor == nil else { return nil }
        var (writer, compact) = (CompactWriter(), CompactSticker())
        writer.add(id)
        writer.add(label)
        writer.add(labels.sorted { $0.key < $1.key }) { writer, label in
            writer.add(label.key)
            writer.add(label.value)
        }
        writer.add(size.points)
        writer.add(source)
        writer.add(animation) { writer, animation in
            writer.add(animation.frames)
            writer.add(animation.duration)
            writer.add(animation.loopCount)
        }
        var name = ""
        writer.add(renditions) { writer, rendition in
            writer.add(rendition, after: &name)
        }
        writer.add(previews) { writer, preview in
            writer.add(preview.background)
            writer.add(file: preview.path, preview.sha256, preview.name, preview.bytes, after: &name)
        }
        writer.add(filmstrip) { writer, strip in
            writer.add(file: strip.path, strip.sha256, strip.name, strip.bytes, after: &name)
            writer.add(strip.width)
            writer.add(strip.height)
            writer.add(strip.times) { $0.add($1) }
        }
        writer.add(fit)
        writer.add(findings) { $0.add($1) }
        compact.fingerprintPlace = UInt32(truncatingIfNeeded: writer.bytes.count)
        writer.add(fingerprint)
        writer.add(pixels)
        compact.reviewPlace = UInt32(truncatingIfNeeded: writer.bytes.count)
        writer.add(review) { writer, review in
            writer.add(review.outcome.rawValue)
            writer.add(review.reviewer)
            writer.add(review.comment)
        }
        compact.bytes = writer.bytes
        return compact
    }

    /// - Parameter bytes: those of `compact`.
    fileprivate init(compact bytes: [UInt8]) {
        var reader = CompactReader(bytes)
        id = reader.text()
        label = reader.text()
        labels = Dictionary(reader.list { ($0.text(), $0.text()) }) { first, _ in first }
        let points = reader.number()
        size = StickerSize.allCases.first { $0.points == points } ?? .regular
        source = reader.source()
        animation = reader.optional {
            Animation(frames: $0.number(), duration: $0.number(), loopCount: $0.number())
        }
        var name = ""
        renditions = reader.list { $0.rendition(after: &name) }
        previews = reader.list { reader in
            let background = reader.text()
            let file = reader.file(after: &name)
            return Preview(
                background: background, path: file.path, name: file.name, sha256: file.sha256, bytes: file.bytes)
        }
        filmstrip = reader.optional { reader in
            let file = reader.file(after: &name)
            return Filmstrip(
                path: file.path, name: file.name, sha256: file.sha256, bytes: file.bytes, width: reader.number(),
                height: reader.number(), times: reader.list { $0.number() })
        }
        fit = reader.fit()
        findings = reader.list { $0.finding() }
        fingerprint = reader.text()
        pixels = reader.text()
        review = reader.review()
    }
}

extension CompactWriter {
    fileprivate mutating func add(_ source: SourceArt) {
        add(source.path)
        add(source.sha256)
        add(source.bytes)
        add(source.format)
        add(source.width)
        add(source.height)
    }

    /// - Parameter name: the name of the previous file, which usually begins with the same characters.
    fileprivate mutating func add(_ rendition: Rendition, after name: inout String) {
        add(rendition.scale)
        add(file: rendition.path, rendition.sha256, rendition.name, rendition.bytes, after: &name)
        add(rendition.width)
        add(rendition.height)
        add(rendition.format)
        add(rendition.colours) { $0.add($1) }
        add(rendition.fidelity)
    }

    fileprivate mutating func add(
        file path: String, _ sha256: String, _ name: String, _ bytes: Int, after last: inout String
    ) {
        // The path contains the hash, so only the rest of the path is added.
        add(sha256)
        add(path, after: "assets/\(sha256).")
        add(name, after: last)
        add(bytes)
        last = name
    }

    package mutating func add(_ fit: Fit) {
        add(fit.summary)
        add(fit.gaveUp)
        add(fit.attempts) { writer, attempt in
            writer.add(attempt.method)
            writer.add(attempt.colours) { $0.add($1) }
            writer.add(attempt.bytes) { $0.add($1) }
            writer.add(attempt.fidelity)
        }
    }

    fileprivate mutating func add(_ finding: Finding) {
        add(finding.rule)
        add(finding.level.rawValue)
        add(finding.message)
        add(finding.fix)
        add(finding.measured) { $0.add($1) }
        add(finding.limit) { $0.add($1) }
        add(finding.unit) { $0.add($1) }
    }
}

extension CompactReader {
    fileprivate mutating func source() -> SourceArt {
        SourceArt(
            path: text(), sha256: text(), bytes: number(), format: text(), width: number(), height: number())
    }

    fileprivate mutating func rendition(after name: inout String) -> Rendition {
        let scale = number()
        let file = file(after: &name)
        return Rendition(
            scale: scale, path: file.path, name: file.name, width: number(), height: number(), bytes: file.bytes,
            sha256: file.sha256, format: text(), colours: optional { $0.number() }, fidelity: double())
    }

    fileprivate mutating func file(
        after last: inout String
    ) -> (path: String, sha256: String, name: String, bytes: Int) {
        let sha256 = text()
        let path = text(after: "assets/\(sha256).")
        last = text(after: last)
        return (path, sha256, last, number())
    }

    fileprivate mutating func review() -> Review? {
        optional {
            Review(outcome: Review.Outcome(rawValue: $0.text()) ?? .sentBack, reviewer: $0.text(), comment: $0.text())
        }
    }

    package mutating func fit() -> Fit {
        Fit(
            summary: text(), gaveUp: text(),
            attempts: list {
                Fit.Attempt(
                    method: $0.text(), colours: $0.optional { $0.number() }, bytes: $0.optional { $0.number() },
                    fidelity: $0.double())
            })
    }

    fileprivate mutating func finding() -> Finding {
        Finding(
            rule: text(), level: Finding.Level(rawValue: text()) ?? .warning, message: text(), fix: text(),
            measured: optional { $0.double() }, limit: optional { $0.double() }, unit: optional { $0.text() })
    }
}
