import Foundation
import Testing
import XcodeExport

private let publicCatalogs = ProcessInfo.processInfo.environment["STICKERD_PUBLIC_CATALOGS"]

/// Compares exports with catalogs that Xcode created. Such catalogs must not be redistributed, so the tests run only if
/// STICKERD_PUBLIC_CATALOGS is set to a folder with catalogs. `docs/internals/public-projects.md` lists the compared
/// catalogs.
@Suite("Catalogs made by Xcode", .enabled(if: publicCatalogs != nil))
struct PublicCatalogTests {
    @Test("are read and written byte for byte")
    func roundTrip() throws {
        let folder = try #require(publicCatalogs)
        let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        var tally: [String: (same: Int, old: Int, other: [String])] = [:]
        for file in files.sorted() where file.hasSuffix("/Contents.json") && file.contains("ticker") {
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(file)") else { continue }
            let written = try ContentsValue(json: [UInt8](data), path: file).json
            let origin = String(file.prefix { $0 != "/" })
            let text = String(decoding: data, as: UTF8.self)
            if written == [UInt8](data) {
                tally[origin, default: (0, 0, [])].same += 1
            } else if !text.hasSuffix("\n") || text.contains("\r") || text.contains("\":")
                || text.contains("\"version\" : 1,\n    \"author\"") || text.contains("{ \"")
            {
                tally[origin, default: (0, 0, [])].old += 1
            } else {
                tally[origin, default: (0, 0, [])].other.append(file)
            }
        }
        for (origin, counts) in tally.sorted(by: { $0.key < $1.key }) {
            print(
                "\(origin): \(counts.same) byte for byte, \(counts.old) in the layout of Xcode 8 to 10, or not written by Xcode"
            )
            #expect(counts.other == [])
        }
    }
}
