import Foundation
import Testing

/// Damages published files. A test can then check that these files are not read.
extension CLIFixture {
    /// Damages the record of a sticker in place, like a failing disk. Every process that reads the record reports the
    /// damage.
    func damageRecord(of pack: String) throws -> String {
        let index = try text("out/catalog.json")
        let line = try #require(index.split(separator: "\n").first { $0.contains("\"id\":\"\(pack)\"") })
        let review = try #require(line.range(of: "\"review\":[{").map { line[$0.upperBound...] })
        let digest = try #require(review.range(of: "\"sha256\":\"").map { review[$0.upperBound...].prefix(64) })
        let part = try text("out/assets/\(digest).json")
        // Uses the record of the last sticker, because the first sticker has the picture that both packs share.
        let place = try #require(part.range(of: "\"sha256\":\"", options: .backwards))
        let record = "out/assets/\(part[place.upperBound...].prefix(64)).json"
        let file = try #require(FileHandle(forUpdatingAtPath: self.file(record)))
        try file.write(contentsOf: Data("#".utf8))
        try file.close()
        return record
    }

    /// Restores a damaged record.
    func repairRecord(_ record: String) throws {
        let file = try #require(FileHandle(forUpdatingAtPath: self.file(record)))
        try file.write(contentsOf: Data("{".utf8))
        try file.close()
    }
}
