import ImageHeaders
import Testing
import Vips

@Suite("The data of a JPEG that is kept")
struct JPEGMetadataTests {
    private static let secret = Array("SECRET-GPS".utf8)

    /// A grey gradient of 16 × 8 pixels in six progressive scans, some of which refine earlier ones.
    private static let progressive: [UInt8] = [
        "ffd8ffe000104a46494600010100000100010000ffdb004300140e0f120f0d14121012171514181e32211e1c1c1e3d2c2e243249",
        "404c4b47404645505a736250556d5645466488656d777b8182814e608d978c7d96737e817cffc2000b080008001001011100ffc4",
        "0014000100000000000000000000000000000001ffda00080101000000015fffc400181000020300000000000000000000000000",
        "0001111222ffda00080101000105024b3593ffc4001b1000020105000000000000000000000000000201112151a1b1ffda000801",
        "0100063f02b46865cd3a7fffc4001b1000010501010000000000000000000000410001112131f071ffda0008010100013f21c508",
        "af00f6268a0a0356338affda0008010100000010ff00ffc400191001010101010100000000000000000000011131210041ffda00",
        "08010100013f107c0ec6044eab0dc5767482874dc0806095a63f383dffd9",
    ].joined().bytesOfHex

    /// A noisy picture as a sequential JPEG with three components.
    private static func sequential() throws -> [UInt8] {
        try RawJPEG.file(TestArt.noisyDisc(50, amplitude: 50).over(TestArt.blue), quality: 60)
    }

    private static func files() throws -> [[UInt8]] { [progressive, try sequential()] }

    /// The offsets of all markers of a kind.
    private static func places(_ marker: UInt8, in file: [UInt8]) -> [Int] {
        file.indices.dropLast().filter { file[$0] == 0xFF && file[$0 + 1] == marker }
    }

    /// The file with additional bytes at the end of a segment. The length of the segment includes these bytes.
    private static func lengthened(_ file: [UInt8], at place: Int) -> [UInt8] {
        let length = Int(file[place + 2]) << 8 | Int(file[place + 3])
        var longer = file
        longer.insert(contentsOf: secret, at: place + 2 + length)
        longer[place + 2] = UInt8((length + secret.count) >> 8)
        longer[place + 3] = UInt8((length + secret.count) & 255)
        return longer
    }

    private static func isSecret(_ bytes: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: secret) }
    }

    @Test("scans are kept with their pixels, sequential and progressive")
    func pixels() throws {
        for file in try Self.files() {
            let kept = try #require(JPEGMetadata.stripped(file))
            #expect(kept.count <= file.count)
            #expect(JPEGMetadata.stripped(kept) == kept)
            #expect(try PipelineFixture.decode(kept) == PipelineFixture.decode(file))
        }
    }

    @Test("no byte after the last block of a scan is kept")
    func afterTheScan() throws {
        for file in try Self.files() {
            let clean = JPEGMetadata.stripped(file)
            let scans = Self.places(0xDA, in: file)
            for scan in scans {
                // The position of the next marker after the scan.
                let end = try #require(
                    file.indices.dropLast().first { $0 > scan + 2 && file[$0] == 0xFF && file[$0 + 1] >= 0xC0 })
                for extra in [Self.secret, [0xFF, 0xD0] + Self.secret, [0xFF, 0] + Self.secret] {
                    var marked = file
                    marked.insert(contentsOf: extra, at: end)
                    #expect(JPEGMetadata.stripped(marked) == clean)
                }
            }
        }
    }

    @Test("a segment that is longer than its content is not kept", arguments: [0xDB, 0xC0, 0xC2, 0xC4, 0xDA])
    func longSegments(marker: UInt8) throws {
        for file in try Self.files() {
            for place in Self.places(marker, in: file) {
                let kept = JPEGMetadata.stripped(Self.lengthened(file, at: place))
                #expect(kept.map(Self.isSecret) != true)
            }
        }
    }

    @Test("tables that no scan uses are left out")
    func unusedTables() throws {
        for file in try Self.files() {
            let table = [3] + [UInt8](repeating: 65, count: 64)
            let code = [0x13] + [0, 2] + [UInt8](repeating: 0, count: 14) + [65, 66]
            let marked = RawJPEG.adding(0xDB, table, to: RawJPEG.adding(0xC4, code, to: file))
            #expect(JPEGMetadata.stripped(marked) == JPEGMetadata.stripped(file))
        }
    }

    @Test("a scan that a later one replaces is not kept")
    func replacedScan() throws {
        let file = try Self.sequential()
        let scan = try #require(Self.places(0xDA, in: file).first)
        let twice = Array(file.dropLast(2)) + file[scan...]
        #expect(JPEGMetadata.stripped(twice) == nil)
    }

    @Test("restart markers stay, and the data up to each of them is followed")
    func restarts() throws {
        // Each restart interval contains one grey block: a code of one bit for "no difference", and the end of the
        // block.
        let head: [UInt8] =
            [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
            + [0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 24, 1, 1, 0x11, 0] + [0xFF, 0xC4, 0, 20, 0, 1]
            + [UInt8](repeating: 0, count: 16)
            + [0xFF, 0xC4, 0, 20, 0x10, 1] + [UInt8](repeating: 0, count: 16) + [0xFF, 0xDD, 0, 4, 0, 1]
            + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
        let file = head + [0x3F, 0xFF, 0xD0, 0x3F, 0xFF, 0xD1, 0x3F, 0xFF, 0xD9]
        #expect(JPEGMetadata.stripped(file) == file)
        #expect(JPEGMetadata.stripped(head + [0x3F] + Self.secret + file.suffix(8)) == nil)
        #expect(JPEGMetadata.stripped(head + [0x3F, 0xFF, 0xD1] + file.suffix(6)) == nil)
        #expect(JPEGMetadata.stripped(Array(file.dropLast(2)) + Self.secret + [0xFF, 0xD9]) == file)
    }

    @Test("truncated and damaged data are omitted or kept without a trap")
    func damage() throws {
        for file in try Self.files() {
            for count in 0..<file.count { #expect(JPEGMetadata.stripped(Array(file.prefix(count))) == nil) }
            for place in file.indices {
                for value: UInt8 in [0, 0x7F, 0xFF] {
                    var broken = file
                    broken[place] = value
                    if let kept = JPEGMetadata.stripped(broken) { #expect(JPEGMetadata.stripped(kept) == kept) }
                }
            }
        }
    }
}

extension String {
    fileprivate var bytesOfHex: [UInt8] {
        let digits = compactMap { $0.hexDigitValue }
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }
}
