import Foundation
import Testing

@Suite("The documentation")
struct DocumentationTests {
    private let repository = SchemaValidator.repository

    private func text(_ path: String) throws -> String {
        try String(contentsOf: repository.appending(path: path), encoding: .utf8)
    }

    /// The files of the repository that a page links to, as paths from its top.
    private func links(of page: String) throws -> [String] {
        let folder = repository.appending(path: page).deletingLastPathComponent()
        let top = repository.standardizedFileURL.path(percentEncoded: false)
        return try text(page).matches(of: /\]\(([^)#\s]+)[^)]*\)/).map(\.output.1)
            .filter { !$0.contains("://") }
            .map { link in
                let path = folder.appending(path: link.removingPercentEncoding ?? String(link)).standardizedFileURL
                    .path(percentEncoded: false)
                return path.hasPrefix(top) ? path.dropFirst(top.count).drop { $0 == "/" }.description : path
            }
    }

    private func pages() throws -> Set<String> {
        let names = try FileManager.default.subpathsOfDirectory(
            atPath: repository.appending(path: "docs").path(percentEncoded: false))
        return Set(names.filter { $0.hasSuffix(".md") }.map { "docs/\($0)" })
    }

    @Test("docs/README.md links to every page, and README.md to it")
    func index() throws {
        let linked = Set(try links(of: "docs/README.md"))
        #expect(try pages().subtracting(linked) == ["docs/README.md"])
        #expect(try links(of: "README.md").contains("docs/README.md"))
    }

    @Test("every link leads to a file")
    func deadLinks() throws {
        for page in try pages().union(["README.md", "CHANGELOG.md", "CONTRIBUTING.md"]) {
            for link in try links(of: page) {
                let path = repository.appending(path: link).path(percentEncoded: false)
                #expect(FileManager.default.fileExists(atPath: path), "\(page): \(link)")
            }
        }
    }

    @Test("every key of pack.json and of sidecars has a row", arguments: ["pack", "sticker"])
    func settings(schema: String) throws {
        let data = Data(try text("schemas/\(schema).schema.json").utf8)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let keys = keys(of: object)
        #expect(keys.count > 5)
        let page = try text("docs/reference/pack-and-sidecar.md")
        for key in keys { #expect(page.contains("\n| `\(key)` |"), "\(key)") }
    }

    private func keys(of schema: [String: Any]) -> [String] {
        let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        return properties.keys + properties.values.flatMap(keys)
    }
}
