/// Writes an MP4 file with one video track, and without metadata or sound (ISO/IEC 14496-12 and 14496-15). The index
/// (`moov`) is before the data (`mdat`), so that players can start at once.
struct MP4File {
    /// An encoded frame, in the order of decoding.
    struct Sample {
        var bytes: [UInt8]
        /// The time at which the frame is shown, in ticks from the film's start.
        var shownAt: Int
        var decodedAt: Int
        var isKey: Bool
    }

    /// The number of ticks per second. A millisecond, and a frame at 12, 15, 24, 25, 30 or 60 frames per second, last
    /// a whole number of ticks.
    static let ticksPerSecond = 6_000

    let side: Int
    /// The parameters for the decoder, without start codes and lengths.
    let sequenceParameters: [UInt8]
    let pictureParameters: [UInt8]
    let samples: [Sample]
    /// The duration of the film, in ticks.
    let duration: Int

    var bytes: [UInt8] {
        let type = Box("ftyp") { $0.text("mp42").word(0).text("mp42isomavc1") }.bytes
        // The index contains the offset of the data. The length of the index does not depend on that offset.
        let start = type.count + description(dataAt: 0).count + 8
        let data = Box("mdat") { box in for sample in samples { box.append(sample.bytes) } }
        return type + description(dataAt: start) + data.bytes
    }

    private func description(dataAt place: Int) -> [UInt8] {
        Box("moov") { moov in
            moov.box("mvhd") {
                $0.word(0).word(0).word(0).word(Self.ticksPerSecond).word(duration).word(0x0001_0000).half(0x0100)
                $0.zeros(10).matrix().zeros(24).word(2)
            }
            moov.box("trak") { track in
                // Flags: the track is enabled, and used in the film.
                track.box("tkhd") {
                    $0.word(3).word(0).word(0).word(1).word(0).word(duration).zeros(16).matrix()
                    $0.word(side << 16).word(side << 16)
                }
                track.box("edts") {
                    $0.box("elst") { $0.word(0).word(1).word(duration).word(delay).word(0x0001_0000) }
                }
                track.box("mdia") { media($0, dataAt: place) }
            }
        }.bytes
    }

    /// The number of ticks between the decoding and the display of the first frame.
    private var delay: Int { (samples.first?.shownAt ?? 0) - (samples.first?.decodedAt ?? 0) }

    private func media(_ media: Box, dataAt place: Int) {
        // 0x55C4 means an undetermined language.
        media.box("mdhd") { $0.word(0).word(0).word(0).word(Self.ticksPerSecond).word(duration).half(0x55C4).half(0) }
        media.box("hdlr") { $0.word(0).word(0).text("vide").zeros(13) }
        media.box("minf") { information in
            information.box("vmhd") { $0.word(1).zeros(8) }
            information.box("dinf") { $0.box("dref") { $0.word(0).word(1).box("url ") { $0.word(1) } } }
            information.box("stbl") { table in
                table.box("stsd") { $0.word(0).word(1).box("avc1", format) }
                times(in: table)
                if !samples.allSatisfy(\.isKey) {
                    let keys = samples.indices.filter { samples[$0].isKey }
                    table.box("stss") { box in
                        box.word(0).word(keys.count)
                        for key in keys { box.word(key + 1) }
                    }
                }
                table.box("stsc") { $0.word(0).word(1).word(1).word(samples.count).word(1) }
                table.box("stsz") { box in
                    box.word(0).word(0).word(samples.count)
                    for sample in samples { box.word(sample.bytes.count) }
                }
                table.box("stco") { $0.word(0).word(1).word(place) }
            }
        }
    }

    private func format(_ entry: Box) {
        entry.zeros(6).half(1).zeros(16).half(side).half(side).word(72 << 16).word(72 << 16).word(0).half(1)
        entry.zeros(32).half(24).half(0xFFFF)
        entry.box("avcC") { box in
            box.append([1] + sequenceParameters[1...3] + [0xFF, 0xE1])
            box.half(sequenceParameters.count).append(sequenceParameters)
            box.append([1]).half(pictureParameters.count).append(pictureParameters)
            // High profile: 4:2:0 chroma, 8 bits per luma and chroma sample.
            box.append([0xFD, 0xF8, 0xF8, 0])
        }
        entry.box("colr") { $0.text("nclx").half(1).half(13).half(1).append([0]) }
    }

    /// Adds the duration of each frame, in the order of decoding, and the time from its decoding to its display.
    private func times(in table: Box) {
        let starts = samples.map(\.decodedAt)
        let end = (starts.first ?? 0) + duration
        let lengths = samples.indices.map { place in
            max(1, (place + 1 < samples.count ? starts[place + 1] : max(end, starts[place] + 1)) - starts[place])
        }
        table.box("stts") { $0.word(0).runs(of: lengths) }
        let offsets = samples.map { $0.shownAt - $0.decodedAt }
        if offsets.contains(where: { $0 != 0 }) { table.box("ctts") { $0.word(0).runs(of: offsets) } }
    }
}

/// A box of an MP4 file: its length, its type and its content. Numbers are big-endian.
private final class Box {
    private(set) var bytes: [UInt8]

    init(_ type: String, _ fill: (Box) -> Void) {
        bytes = [0, 0, 0, 0] + Array(type.utf8)
        fill(self)
        let length = UInt32(truncatingIfNeeded: bytes.count)
        for place in 0..<4 { bytes[place] = UInt8(truncatingIfNeeded: length >> (24 - 8 * place)) }
    }

    @discardableResult
    func box(_ type: String, _ fill: (Box) -> Void) -> Box { append(Box(type, fill).bytes) }

    @discardableResult
    func append(_ more: some Sequence<UInt8>) -> Box {
        bytes += more
        return self
    }

    @discardableResult
    func text(_ text: String) -> Box { append(text.utf8) }

    @discardableResult
    func word(_ number: Int) -> Box {
        append((0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) })
    }

    @discardableResult
    func half(_ number: Int) -> Box {
        append([UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)])
    }

    @discardableResult
    func zeros(_ count: Int) -> Box { append(repeatElement(0, count: count)) }

    /// The transformation matrix of a picture that is neither moved nor rotated.
    @discardableResult
    func matrix() -> Box {
        for number in [1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30] { word(number) }
        return self
    }

    /// Appends the number of runs of equal numbers, then each run as its length and its number.
    @discardableResult
    func runs(of numbers: [Int]) -> Box {
        var runs: [(count: Int, number: Int)] = []
        for number in numbers {
            if runs.last?.number == number { runs[runs.count - 1].count += 1 } else { runs.append((1, number)) }
        }
        word(runs.count)
        for run in runs { word(run.count).word(run.number) }
        return self
    }
}
