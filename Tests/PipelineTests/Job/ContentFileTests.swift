import Foundation
import JobModel
import Testing

@Suite("Files named by their content")
struct ContentFileTests {
    @Test("files are joined between a head and a tail, with the hash of everything")
    func join() throws {
        let fixture = try PipelineFixture()
        // The content is larger than the pieces in which it is read.
        let large = (0..<200_000).map { UInt8($0 % 251) }
        let pieces = [
            try fixture.write(large, to: "one"), try fixture.write([], to: "two"), try fixture.write([7], to: "three"),
        ]
        let file = try ContentFile.join([1, 2], pieces, [3], fileExtension: "png", folder: fixture.output)
        let whole = [1, 2] + large + [7, 3]
        #expect(file.sha256 == Digest.sha256(whole))
        #expect(file.bytes == whole.count)
        #expect(try Data(contentsOf: URL(filePath: fixture.output + "/" + file.contentName)) == Data(whole))
    }

    @Test("a missing part leaves nothing behind")
    func missing() throws {
        let fixture = try PipelineFixture()
        let gone = fixture.folder + "/gone"
        #expect(throws: JobError.unreadable(gone)) {
            try ContentFile.join([1], [gone], [2], fileExtension: "png", folder: fixture.output)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.output) == [])
    }

    @Test("a missing folder is named in the error, for bytes and for files")
    func noFolder() {
        let error = JobError.cannotWrite(path: "/nowhere", errno: ENOENT)
        #expect(throws: error) { try ContentFile.write([1], fileExtension: "png", folder: "/nowhere") }
        #expect(throws: error) { try ContentFile.join([1], [], [], fileExtension: "png", folder: "/nowhere") }
    }
}
