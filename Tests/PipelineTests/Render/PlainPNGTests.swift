import Foundation
import PNG
import Pixels
import TestSupport
import Testing
import Vips

@Suite("Decoding PNG without libvips")
struct PlainPNGTests {
    /// The PNG files among the samples, which were created with ordinary programs.
    private static let samples: [String] = {
        let root = Repository.file("samples/drop")
        let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".png") }.sorted().map { root + "/" + $0 }
    }()

    @Test("the pixels equal those of libvips", arguments: samples)
    func samePixels(path: String) throws {
        _ = try PipelineFixture()
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        guard let pixels = PNGDecoder.pixels(of: bytes) else { return }
        #expect(try pixels == Image.load(bytes, strictness: .error).convertedToSRGB().withAlpha().asBytes().rgba())
    }

    @Test("most of the samples are of a plain kind")
    func mostArePlain() throws {
        let plain = try Self.samples.count {
            PNGDecoder.pixels(of: [UInt8](try Data(contentsOf: URL(filePath: $0)))) != nil
        }
        #expect(plain * 2 > Self.samples.count)
    }
}
