import Foundation
import StickerConfiguration
import TestSupport
import Testing

@Suite("The documentation")
struct DocumentationTests {
    private let documents = Documents(top: Repository.url)

    @Test("every page can be reached from docs/README.md, and it from README.md")
    func index() throws {
        let pages = Set(try documents.pages().filter { $0.hasPrefix("docs/") })
        #expect(pages.count > 40)
        #expect(try pages.subtracting(documents.reachable(from: "docs/README.md")) == [])
        #expect(try documents.links(of: "README.md").contains { $0.path == "docs/README.md" })
    }

    @Test("every link leads to a file, and to a heading if it names one")
    func deadLinks() throws {
        for page in try documents.pages() {
            for link in try documents.links(of: page) {
                #expect(documents.exists(link.path), "\(page): \(link.path)")
                guard let anchor = link.anchor, link.path.hasSuffix(".md") else { continue }
                #expect(try documents.anchors(of: link.path).contains(anchor), "\(page): \(link.path)#\(anchor)")
            }
        }
    }

    @Test("every key of pack.json and of sidecars has a row", arguments: ["pack", "sticker"])
    func settings(schema: String) throws {
        let data = Data(try documents.text("schemas/\(schema).schema.json").utf8)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let keys = keys(of: object)
        #expect(keys.count > 5)
        let page = try documents.text("docs/reference/pack-and-sidecar.md")
        for key in keys { #expect(page.contains("\n| `\(key)` |"), "\(key)") }
    }

    private func keys(of schema: [String: Any]) -> [String] {
        let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        return properties.keys + properties.values.flatMap(keys)
    }

    @Test("every key of pipeline.json that a page names exists")
    func configurationKeys() throws {
        let known = Set(ConfigurationSection.all.flatMap { section in section.keys.map { section.path(of: $0) } })
        let sections = Set(ConfigurationSection.all.map(\.name)).subtracting([""])
        var found = 0
        for page in try documents.pages() where page != "CHANGELOG.md" && !page.hasPrefix("docs/decisions/") {
            for match in try documents.text(page).matches(of: /`([a-z]+)\.([a-zA-Z-]+)`/)
            where sections.contains(String(match.1)) && !Documents.fileExtensions.contains(String(match.2)) {
                found += 1
                #expect(known.contains("\(match.1).\(match.2)"), "\(page): \(match.0)")
            }
        }
        #expect(found > 100)
    }

    @Test("every block of JSON can be parsed")
    func json() throws {
        let blocks = try documents.pages().flatMap { page in
            try documents.text(page).matches(of: /(?ms)^ *```json\n(.*?)^ *```/).map {
                (page: page, text: String($0.1))
            }
        }
        #expect(blocks.count > 10)
        for block in blocks {
            #expect(
                (try? JSONSerialization.jsonObject(with: Data(block.text.utf8))) != nil, "\(block.page): \(block.text)")
        }
    }

    @Test("docs/reference/metrics.md has a row for every metric, and no page names another")
    func metrics() throws {
        let source = try documents.text("Sources/System/Service/Metrics/Metric.swift")
        let names = Set(source.matches(of: /"(stickerd_[a-z_]+)"/).map { String($0.1) })
        #expect(names.count > 15)
        let page = try documents.text("docs/reference/metrics.md")
        for name in names { #expect(page.contains("| `\(name)"), "\(name)") }
        for page in try documents.pages() where !page.hasPrefix("docs/decisions/") {
            for match in try documents.text(page).matches(of: /\bstickerd_[a-z_]+/)
            where !match.0.hasPrefix("stickerd_engine_") {
                let name = String(match.0.replacing(/_(bucket|count|sum)$/, with: ""))
                #expect(names.contains(name), "\(page): \(match.0)")
            }
        }
    }

    @Test("docs/reference/environment.md has a row for every variable that programs and units read")
    func environment() throws {
        let page = try documents.text("docs/reference/environment.md")
        let variables = try ["Sources", "scripts/service"].reduce(into: Set<String>()) { variables, folder in
            for file in try documents.files(in: folder) {
                variables.formUnion(try documents.text(file).matches(of: /STICKERD_[A-Z_]+/).map { String($0.0) })
            }
        }
        #expect(variables.count > 3)
        for variable in variables { #expect(page.contains("| `\(variable)` |"), "\(variable)") }
    }
}
