import StickerCatalog
import Testing

@Suite("The visible part of a message's picture")
struct MessageImageTests {
    @Test("is within the crop and the corners, in points and in pixels", arguments: [1.0, 3.0])
    func scales(scale: Double) {
        let safe = MessageImage.safeRectangle(width: 300 * scale, height: 300 * scale)
        #expect(safe.x == 12 * scale && safe.y == 6 * scale)
        #expect(safe.width == 276 * scale && safe.height == 288 * scale)
    }

    @Test("has its corners within the rounded ones")
    func corners() {
        let safe = MessageImage.safeRectangle(width: 300, height: 300)
        // The centre of the corner's arc is 20 points from both edges of the cropped picture.
        let (x, y) = (26 - safe.x, 20 - safe.y)
        #expect((x * x + y * y).squareRoot() <= 20)
    }

    @Test("ends above the image titles if there are any")
    func title() {
        let safe = MessageImage.safeRectangle(width: 300, height: 200, hasTitle: true)
        #expect(safe.y + safe.height == 144)
    }

    @Test(
        "is empty if there is no space",
        arguments: [(0, 0), (300, 12), (-5, 300), (300, -1), (.infinity, 300), (.nan, 1)])
    func noRoom(width: Double, height: Double) {
        let safe = MessageImage.safeRectangle(width: width, height: height)
        #expect(safe.width == 0 && safe.height == 0)
    }
}
