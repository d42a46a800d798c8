import Foundation
import TestSupport
import Testing

/// Tests the tables in docs/internals/messages-articles.md.
@Suite("The table of the articles on Messages apps")
struct MessagesArticlesTests {
    private let documents = Documents(top: Repository.url)

    private struct Row {
        let point: String
        let served: String
        let by: String
    }

    private func rows() throws -> [Row] {
        try documents.text("docs/internals/messages-articles.md").split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard cells.count == 5, cells[1] != "point", !cells[1].hasPrefix("---") else { return nil }
            return Row(point: cells[1], served: cells[2], by: cells[3])
        }
    }

    @Test("says yes with a page, type or test, no with a decision, or that the point is not stickerd's task")
    func answers() throws {
        let rows = try rows()
        #expect(rows.count > 50)
        for row in rows {
            switch row.served {
            case "yes": #expect(row.by.contains("](") || row.by.contains("`"), "\(row.point)")
            case "no": #expect(row.by.contains("](../decisions/left-to-apps.md#"), "\(row.point)")
            case let other: #expect(other == "–", "\(row.point): \(other)")
            }
        }
    }

    @Test("names only tests and types that exist")
    func names() throws {
        let folders = ["Sources", "Tests"]
        let files = try folders.flatMap { folder in
            try FileManager.default.subpathsOfDirectory(
                atPath: documents.top.appending(path: folder).path(percentEncoded: false))
        }
        let known = Set(
            files.compactMap { $0.split(separator: "/").last?.split(separator: ".").first.map(String.init) })
        let named = try rows().flatMap { $0.by.matches(of: /`([A-Z][A-Za-z]+)`/).map { String($0.1) } }
        #expect(named.count > 20)
        for name in named where name.hasSuffix("Tests") || name.hasPrefix("Sticker") {
            #expect(known.contains(name), "\(name)")
        }
    }
}
