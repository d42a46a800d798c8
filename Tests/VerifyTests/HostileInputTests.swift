import Deflate
import Foundation
import TestSupport
import Testing
import Verify

@Suite("Input that stickerd verify must judge without trusting it")
struct HostileInputTests {
    private static let plist = "cats/Info.plist"
    private static let store = "\(ValidProject.icons)/ios-marketing-1024x1024.png"

    /// A binary property list of nested arrays. Each element of `arrays` contains the references of one array.
    private func propertyList(_ arrays: [[UInt8]]) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        for references in arrays {
            offsets.append(bytes.count)
            bytes += [0xA0 | UInt8(references.count)] + references
        }
        let table = bytes.count
        for offset in offsets { bytes += [UInt8(offset >> 8), UInt8(offset & 0xFF)] }
        bytes += [0, 0, 0, 0, 0, 0, 2, 1]
        for number in [offsets.count, 0, table] {
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        }
        return bytes
    }

    private func found(_ bytes: [UInt8]) throws -> [Violation] {
        let project = try ValidProject()
        try project.folder.write(bytes, to: Self.plist)
        return try Verifier.run(project.folder.path).violations.filter { $0.path == Self.plist }
    }

    @Test("a binary property list that grows by its references is refused immediately", .timeLimit(.minutes(1)))
    func expandingList() throws {
        let arrays = (0..<40).map { place in place == 39 ? [] : [UInt8](repeating: UInt8(place + 1), count: 2) }
        let violations = try found(propertyList(arrays))
        #expect(violations.map(\.check.id) == ["unreadable-file"])
        #expect(violations.first?.message.contains("too large") == true)
    }

    @Test("a binary property list with a loop, a wrong count or too many levels is refused", .timeLimit(.minutes(1)))
    func damagedLists() throws {
        let deep = (0..<250).map { place in place == 249 ? [] : [UInt8(place + 1)] }
        var counted = propertyList([[]])
        counted[counted.count - 17] = 0xFF
        for bytes in [propertyList([[1], [0]]), propertyList(deep), counted, Array("bplist00".utf8)] {
            #expect(try found(bytes).map(\.check.id) == ["unreadable-file"])
        }
    }

    @Test("a binary Info.plist as Xcode writes it is read")
    func binaryList() throws {
        let project = try ValidProject()
        let text = try project.folder.read(Self.plist)
        let list = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
        let bytes = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        try project.folder.write([UInt8](bytes), to: Self.plist)
        #expect(try Verifier.run(project.folder.path).violations == [])
    }

    /// A PNG with the size of the App Store icon. All its samples are 255, or it has a palette of one entry and a bit
    /// depth of 1.
    private func icon(colourType: UInt8, transparency: [UInt8]? = nil) throws -> [UInt8] {
        func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
            let body = Array(name.utf8) + data
            return bigEndian(data.count) + body + bigEndian(Int(Checksum.crc32(body, in: 0..<body.count)))
        }
        func bigEndian(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
        let isIndexed = colourType == 3
        let row = isIndexed ? [UInt8](repeating: 0, count: 129) : [0] + [UInt8](repeating: 255, count: 4096)
        var compressor = try Compressor(.fast)
        let pixels = compressor.zlib([[UInt8]](repeating: row, count: 1024).flatMap { $0 })
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", bigEndian(1024) + bigEndian(1024) + [isIndexed ? 1 : 8, colourType, 0, 0, 0])
            + (isIndexed ? chunk("PLTE", [200, 10, 10]) : [])
            + (transparency.map { chunk("tRNS", $0) } ?? []) + chunk("IDAT", pixels) + chunk("IEND", [])
    }

    private func iconLevels(_ bytes: [UInt8]) throws -> [String: String] {
        let project = try ValidProject()
        try project.folder.write(bytes, to: Self.store)
        let violations = try Verifier.run(project.folder.path).violations
        return Dictionary(violations.map { ($0.check.id, $0.level.rawValue) }) { first, _ in first }
    }

    @Test(
        "an opaque alpha channel in the store's icon is a warning, also of a palette, and a transparent one is an error"
    )
    func alpha() throws {
        #expect(try iconLevels(icon(colourType: 6)) == ["icon-alpha-channel": "warning"])
        #expect(try iconLevels(icon(colourType: 3, transparency: [255])) == ["icon-alpha-channel": "warning"])
        #expect(try iconLevels(icon(colourType: 3, transparency: [0])) == ["icon-transparent": "error"])
        #expect(try iconLevels(icon(colourType: 3)) == [:])
    }
}
