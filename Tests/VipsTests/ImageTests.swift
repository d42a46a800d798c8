import Pixels
import Testing
import Vips

@Suite("Images")
struct ImageTests {
    init() throws {
        try VipsFixture.start()
    }

    @Test("pixels are preserved, with any alpha", arguments: [UInt8(0), 1, 128, 255])
    func roundTrip(alpha: UInt8) throws {
        let picture = VipsFixture.ramp(31, 17, alpha: alpha)
        let image = try Image(picture)
        #expect([image.width, image.height, image.bands, image.bitsPerChannel] == [31, 17, 4, 8])
        #expect(image.hasAlpha && image.colourSpace == .sRGB)
        #expect(image.pageCount == 1 && image.orientation == 1 && image.iccProfile == nil)
        #expect(try image.rgba() == picture)
    }

    @Test("an image outlives the pixels and the images that it was made of")
    func ownership() throws {
        func make() throws -> Image {
            let base = try Image(VipsFixture.ramp(50, 50))
            return try base.cropped(x: 10, y: 10, width: 20, height: 20).premultiplied().unpremultiplied().asBytes()
        }
        let image = try make()
        #expect(try image.rgba() == Image(VipsFixture.ramp(50, 50)).cropped(x: 10, y: 10, width: 20, height: 20).rgba())
    }

    @Test("other pixels are refused with their description")
    func wrongKind() throws {
        let error = #expect(throws: VipsError.self) { try Image(VipsFixture.ramp(4, 4)).firstBands(3).rgba() }
        #expect(error?.description == "expected four 8-bit bands, found 3 of 8 bits")
    }

    @Test(
        "resizing gives exactly the requested size",
        arguments: [(1, 1), (7, 300), (299, 1), (618, 618), (100, 33)])
    func resized(width: Int, height: Int) throws {
        let image = try Image(VipsFixture.ramp(101, 67)).resized(width: width, height: height)
        #expect([image.width, image.height] == [width, height])
    }

    @Test("a plain picture stays plain at any size", arguments: [3, 40, 200])
    func plain(side: Int) throws {
        let colour = RGBAColour(red: 12, green: 200, blue: 99, alpha: 180)
        let plain = RGBAImage(width: 64, height: 64, filledWith: colour)
        #expect(
            try Image(plain).resized(width: side, height: side).rgba()
                == RGBAImage(width: side, height: side, filledWith: colour))
    }

    @Test("a rectangle is cut out where it was requested")
    func cropped() throws {
        let picture = VipsFixture.ramp(20, 10)
        let part = try Image(picture).cropped(x: 3, y: 2, width: 5, height: 4).rgba()
        for y in 0..<4 {
            for x in 0..<5 { #expect(part[x, y] == picture[x + 3, y + 2]) }
        }
    }

    @Test(
        "a rectangle that is not inside is an error, and not fatal",
        arguments: [(18, 0, 5, 5), (-1, 0, 5, 5), (0, 0, 0, 5)])
    func outside(x: Int, y: Int, width: Int, height: Int) throws {
        let image = try Image(VipsFixture.ramp(20, 10))
        #expect(throws: VipsError.self) { try image.cropped(x: x, y: y, width: width, height: height).bytes() }
    }

    @Test("covering fills the rectangle and loses both sides evenly")
    func covering() throws {
        let colours = [RGBAColour(red: 255, green: 0, blue: 0), RGBAColour(red: 0, green: 0, blue: 255)]
        let bytes = (0..<300 * 100).flatMap { place -> [UInt8] in
            let colour = (100..<200).contains(place % 300) ? colours[1] : colours[0]
            return [colour.red, colour.green, colour.blue, 255]
        }
        let covered = try Image(RGBAImage(width: 300, height: 100, bytes: bytes)).covering(width: 50, height: 50).rgba()
        #expect([covered.width, covered.height] == [50, 50])
        #expect(covered[3, 25] == colours[1] && covered[46, 25] == colours[1])
    }

    @Test("an opaque alpha is added only if there is none")
    func withAlpha() throws {
        let picture = VipsFixture.ramp(9, 9, alpha: 33)
        #expect(try Image(picture).withAlpha().rgba() == picture)
        #expect(try Image(picture).firstBands(3).withAlpha().rgba() == VipsFixture.ramp(9, 9, alpha: 255))
    }

    @Test("one picture is composited over another at a place")
    func composited() throws {
        let red = RGBAColour(red: 255, green: 0, blue: 0)
        let base = try Image(RGBAImage(width: 20, height: 20, filledWith: .white))
        let spot = try Image(RGBAImage(width: 4, height: 4, filledWith: red))
        let laid = try base.composited(with: spot, x: 10, y: 5).asBytes().rgba()
        #expect(laid[10, 5] == red && laid[13, 8] == red && laid[9, 5] == .white && laid[14, 8] == .white)
    }

    @Test("images are made, computed and released in parallel")
    func parallel() async throws {
        try await withThrowingTaskGroup(of: RGBAImage.self) { group in
            for _ in 0..<16 {
                group.addTask { try Image(VipsFixture.ramp(200, 200)).resized(width: 90, height: 90).rgba() }
            }
            let first = try await group.next()
            for try await other in group { #expect(other == first) }
        }
    }
}
