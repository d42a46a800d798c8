import Foundation
import Testing
import XcodeExport

private let publicCatalogs = ProcessInfo.processInfo.environment["STICKERD_PUBLIC_CATALOGS"]

/// Catalogs made by Xcode are not ours to keep here. Whoever has some names their folder in
/// STICKERD_PUBLIC_CATALOGS; `docs/internals/public-projects.md` says which were compared.
@Suite("Catalogs made by Xcode", .enabled(if: publicCatalogs != nil))
struct PublicCatalogTests {
    @Test("come out byte for byte when they are read and written")
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
