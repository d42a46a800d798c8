import Pixels
import Testing
import Vips

@Suite("Loading")
struct LoadingTests {
    init() throws {
        try VipsFixture.start()
    }

    private func jpeg(_ side: Int = 32) throws -> [UInt8] {
        try Image(VipsFixture.ramp(side, side)).firstBands(3).jpeg(quality: 95)
    }

    @Test("a file is recognised by its content")
    func jpeg() throws {
        let image = try Image.load(try jpeg(), strictness: .error)
        #expect([image.width, image.height, image.bands] == [32, 32, 3])
        #expect(image.colourSpace == .sRGB)
    }

    @Test("a file that ends early is an error when its pixels are read, and none if damage is tolerated")
    func truncated() throws {
        let cut = Array(try jpeg(200).prefix(3000))
        #expect(throws: VipsError.self) { try Image.load(cut, strictness: .truncated).bytes() }
        #expect(try Image.load(cut, strictness: .none).bytes().count == 200 * 200 * 3)
    }

    @Test("a file that is not a picture is an error", arguments: [[], [0], Array("hello, world, this is text".utf8)])
    func noPicture(bytes: [UInt8]) {
        #expect(throws: VipsError.self) { try Image.load(bytes, strictness: .none) }
    }

    @Test("the bytes may be released before the pixels are read")
    func bytesGo() throws {
        func open() throws -> Image {
            var bytes = try jpeg(100)
            defer { bytes = [] }
            return try Image.load(bytes, strictness: .error)
        }
        let image = try open()
        #expect(try image.bytes().count == 100 * 100 * 3)
    }

    @Test("an SVG is not a PDF")
    func wrongLoader() {
        #expect(throws: VipsError.self) { try Image.loadPDF(VipsFixture.svg, scale: 1).bytes() }
    }

    @Test(
        "formats that are not used for stickers are not opened",
        arguments: ["P3\n1 1\n255\n1 2 3\n", "SIMPLE  =                    T", "#?RADIANCE\n"])
    func blocked(text: String) {
        #expect(throws: VipsError.self) { try Image.load(Array(text.utf8), strictness: .none).bytes() }
    }

    @Test("an error has libvips' message in one line")
    func message() throws {
        let cut = Array(try jpeg(200).prefix(3000))
        let error = #expect(throws: VipsError.self) { try Image.load(cut, strictness: .truncated).bytes() }
        guard case .operationFailed(_, let detail) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!detail.isEmpty && !detail.contains("\n"))
    }

    @Test("the reason for people contains no names of libvips' parts")
    func reason() {
        let error = VipsError.operationFailed(
            operation: "jpegload_buffer", detail: "VipsJpeg: Premature end of input file")
        #expect(error.reason == "Premature end of input file")
        let png = VipsError.operationFailed(operation: "pngload_buffer", detail: "vipspng: libpng read error")
        #expect(png.reason == "its compressed pixels are damaged or end too early")
    }
}
