import Foundation
import TestSupport
import Testing

/// Tests that docs/reference/events.md lists every event that a command can write with `--json`, with all its keys.
struct EventDocumentationTests {
    /// The keys of each event in the table of the page: `| event | keys | meaning |`.
    private func documented() throws -> [String: Set<String>] {
        let page = try Repository.text("docs/reference/events.md")
        var events: [String: Set<String>] = [:]
        for row in page.matches(of: /(?m)^\| `([A-Za-z]+)` \|([^|]*)\|/) {
            let keys = row.2.matches(of: /`([A-Za-z]+)`/).map { String($0.1) }
            events[String(row.1), default: []].formUnion(keys)
        }
        return events
    }

    /// The keys of each event in the source code of the program: `["event": .text("…"), "key": …]`.
    private func written() throws -> [String: Set<String>] {
        let files = ["Sources/stickerd", "Sources/Engine/BuildEngine"].flatMap { folder in
            let folder = Repository.url.appending(path: folder)
            return FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
        }
        var events: [String: Set<String>] = [:]
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /"event": \.text\("([A-Za-z]+)"\)/) {
                let keys = Self.literal(in: text[match.range.upperBound...]).matches(of: /"([A-Za-z]+)": \./)
                events[String(match.1), default: []].formUnion(keys.map { String($0.1) })
            }
        }
        // This key is only written if its value is known.
        events["published"]?.insert("milliseconds")
        return events
    }

    /// The text from an opening bracket at its beginning to the matching closing bracket.
    private static func literal(in text: Substring) -> Substring {
        var depth = 1
        for index in text.indices {
            if text[index] == "[" { depth += 1 }
            if text[index] == "]" { depth -= 1 }
            if depth == 0 { return text[..<index] }
        }
        return text
    }

    @Test("the page lists exactly the events and keys that are written")
    func same() throws {
        let (page, sources) = (try documented(), try written())
        #expect(sources.count > 20)
        #expect(page.keys.sorted() == sources.keys.sorted())
        for (event, keys) in sources { #expect(page[event]?.sorted() == keys.sorted(), "\(event)") }
    }

    @Test("the results of a build and a watch are on the page")
    func run() async throws {
        let page = try documented()
        let cli = try CLIFixture(startsPrograms: true, discs: ["cats/One.svg": 1])
        try cli.drop("no picture at all", as: "cats/Broken.png")
        let watch = try await cli.watch()
        try await watch.stop()
        let events = try await cli.build().events + watch.events
        #expect(events.count > 5)
        for event in events {
            let keys = try #require(page[event.kind ?? ""], "\(event)")
            #expect(Set(event.keys).subtracting(["event"]).subtracting(keys) == [], "\(event)")
        }
    }
}
