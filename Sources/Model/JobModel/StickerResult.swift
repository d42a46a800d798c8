import Foundation
import StickerManifest

/// The result of a sticker's job. Equal jobs give equal results. Copies share their storage until one of them is
/// changed.
package struct StickerResult: Codable, Hashable, Sendable {
    private var storage: ResultStorage

    /// The facts about the source. Nil if its header could not be read.
    package var art: ArtFacts? {
        get { storage.fields.art }
        set { change { $0.art = newValue } }
    }
    /// All findings, in the order of the checks.
    package var findings: [RuleFinding] {
        get { storage.fields.findings }
        set { change { $0.findings = newValue } }
    }
    /// The finished files. Nil if there are none; a finding of a rule that cannot be adjusted then has the reason.
    package var output: RenderedSticker? {
        get { storage.fields.output }
        set { change { $0.output = newValue } }
    }

    package init(art: ArtFacts?, findings: [RuleFinding], output: RenderedSticker?) {
        storage = ResultStorage(ResultFields(art: art, findings: findings, output: output))
    }

    package init(from decoder: any Decoder) throws { storage = ResultStorage(try ResultFields(from: decoder)) }

    package func encode(to encoder: any Encoder) throws { try storage.fields.encode(to: encoder) }

    package static func == (one: StickerResult, other: StickerResult) -> Bool {
        one.storage === other.storage || one.storage.fields == other.storage.fields
    }

    package func hash(into hasher: inout Hasher) { storage.fields.hash(into: &hasher) }

    private mutating func change(_ change: (inout ResultFields) -> Void) {
        var fields = storage.fields
        change(&fields)
        storage = ResultStorage(fields)
    }

    /// Converts this result and all copies of it to a compact form, in which reading a property takes some
    /// microseconds. A process with the results of a large library uses this.
    package func compact() { storage.compact() }

    /// The result in expanded form, for a caller that reads several properties of a compact one.
    package var expanded: StickerResult {
        guard storage.isCompact else { return self }
        let fields = storage.fields
        return StickerResult(art: fields.art, findings: fields.findings, output: fields.output)
    }
}

extension StickerResult: CustomReflectable {
    package var customMirror: Mirror { Mirror(reflecting: storage.fields) }
}

/// The properties of a result.
private struct ResultFields: Codable, Hashable, Sendable {
    var art: ArtFacts?
    var findings: [RuleFinding]
    var output: RenderedSticker?

    private enum CodingKeys: String, CodingKey {
        case art, findings, output
    }
}

/// The shared storage of a result: its properties, or their compact encoding.
private final class ResultStorage: @unchecked Sendable {
    private enum State {
        case expanded(Expanded)
        case compact([UInt8])
    }

    /// A separate class, so that the properties use memory only while they are expanded.
    private final class Expanded {
        let fields: ResultFields

        init(_ fields: ResultFields) { self.fields = fields }
    }

    /// The state, protected by the lock.
    private var state: State

    init(_ fields: ResultFields) { state = .expanded(Expanded(fields)) }

    var fields: ResultFields {
        let lock = CompactLocks.lock(of: self)
        lock.lock()
        defer { lock.unlock() }
        return switch state {
        case .expanded(let expanded): expanded.fields
        case .compact(let bytes): ResultFields(compact: bytes)
        }
    }

    var isCompact: Bool {
        let lock = CompactLocks.lock(of: self)
        lock.lock()
        defer { lock.unlock() }
        return if case .compact = state { true } else { false }
    }

    func compact() {
        let lock = CompactLocks.lock(of: self)
        lock.lock()
        defer { lock.unlock() }
        guard case .expanded(let expanded) = state else { return }
        state = .compact(expanded.fields.compact)
    }
}

extension ResultFields {
    /// The same result in compact form.
    var compact: [UInt8] {
        var writer = CompactWriter()
        writer.add(art) { writer, art in
            writer.add(art.format)
            writer.add(art.width)
            writer.add(art.height)
            writer.add(art.frames)
        }
        writer.add(findings) { writer, finding in
            writer.add(finding.rule)
            writer.add(finding.message)
            writer.add(finding.fix)
            writer.add(finding.measured) { $0.add($1) }
            writer.add(finding.limit) { $0.add($1) }
            writer.add(finding.unit) { $0.add($1) }
        }
        writer.add(output) { $0.add($1) }
        return writer.bytes
    }

    /// - Parameter bytes: the value of `compact`.
    init(compact bytes: [UInt8]) {
        var reader = CompactReader(bytes)
        art = reader.optional {
            ArtFacts(format: $0.text(), width: $0.number(), height: $0.number(), frames: $0.number())
        }
        findings = reader.list { reader in
            RuleFinding(
                rule: reader.text(), message: reader.text(), fix: reader.text(),
                measured: reader.optional { $0.double() }, limit: reader.optional { $0.double() },
                unit: reader.optional { $0.text() })
        }
        output = reader.optional { $0.rendered() }
    }
}

extension CompactWriter {
    fileprivate mutating func add(_ file: RenderedSticker.File) {
        add(file.sha256)
        add(file.bytes)
        add(file.fileExtension)
    }

    fileprivate mutating func add(_ output: RenderedSticker) {
        add(output.scales) { $0.add($1) }
        add(output.previews) { writer, preview in
            writer.add(preview.background)
            writer.add(preview.file)
        }
        add(output.fit)
        add(output.pixels)
        add(output.animation) { writer, animation in
            writer.add(animation.frames)
            writer.add(animation.duration)
            writer.add(animation.loopCount)
        }
        add(output.filmstrip) { writer, strip in
            writer.add(strip.file)
            writer.add(strip.width)
            writer.add(strip.height)
            writer.add(strip.times) { $0.add($1) }
        }
        add(output.film) { $0.add($1) }
    }

    private mutating func add(_ scale: RenderedSticker.Scale) {
        add(scale.scale)
        add(scale.width)
        add(scale.height)
        add(scale.file)
        add(scale.format.rawValue)
        add(scale.colours) { $0.add($1) }
        add(scale.fidelity)
    }
}

extension CompactReader {
    fileprivate mutating func file() -> RenderedSticker.File {
        RenderedSticker.File(sha256: text(), bytes: number(), fileExtension: text())
    }

    fileprivate mutating func rendered() -> RenderedSticker {
        RenderedSticker(
            scales: list { $0.scale() },
            previews: list { RenderedSticker.OnBackground(background: $0.text(), file: $0.file()) },
            fit: fit(), pixels: text(),
            animation: optional {
                Animation(frames: $0.number(), duration: $0.number(), loopCount: $0.number())
            },
            filmstrip: optional { reader in
                RenderedSticker.Filmstrip(
                    file: reader.file(), width: reader.number(), height: reader.number(),
                    times: reader.list { $0.number() })
            },
            film: optional { $0.scale() })
    }

    private mutating func scale() -> RenderedSticker.Scale {
        RenderedSticker.Scale(
            scale: number(), width: number(), height: number(), file: file(),
            format: StickerFormat(rawValue: text()) ?? .png, colours: optional { $0.number() }, fidelity: double())
    }
}

/// The properties of a source that its header contains.
package struct ArtFacts: Codable, Hashable, Sendable {
    /// `png`, `apng`, `jpeg`, `gif`, `webp`, `svg`, `tiff`, `heic`, `avif`, `psd`, `pdf`.
    package var format: String
    /// The width in pixels after orientation, or in the units of vector art.
    package var width: Int
    package var height: Int
    /// The number of frames. An animation has more than one.
    package var frames: Int

    private enum CodingKeys: String, CodingKey {
        case format, width, height, frames
    }

    package init(format: String, width: Int, height: Int, frames: Int) {
        self.format = format
        self.width = width
        self.height = height
        self.frames = frames
    }
}
