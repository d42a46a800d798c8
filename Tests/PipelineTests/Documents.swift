import Foundation

/// The Markdown pages of the repository, and their links.
struct Documents {
    /// A link to a file of the repository.
    struct Link: Hashable {
        /// The path relative to the root of the repository.
        var path: String
        /// The anchor of a heading. Nil if the link refers to the whole page.
        var anchor: String?
    }

    /// File extensions. A file name with such an extension looks like a key of the configuration.
    static let fileExtensions: Set<String> = ["md", "json", "html", "png", "svg", "sqlite", "jsonl", "xml", "txt"]

    let top: URL

    func text(_ path: String) throws -> String {
        try String(contentsOf: top.appending(path: path), encoding: .utf8)
    }

    func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: top.appending(path: path).path(percentEncoded: false))
    }

    /// The text files in a folder and its subfolders, as paths relative to the root of the repository.
    func files(in folder: String) throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(
            atPath: top.appending(path: folder).path(percentEncoded: false))
        return names.map { "\(folder)/\($0)" }.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".service") }
    }

    /// All pages, as paths relative to the root of the repository.
    func pages() throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(
            atPath: top.appending(path: "docs").path(percentEncoded: false))
        return ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
            + names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
    }

    func links(of page: String) throws -> [Link] {
        let folder = top.appending(path: page).deletingLastPathComponent()
        let root = top.standardizedFileURL.path(percentEncoded: false)
        return try text(page).matches(of: /\]\(([^)\s]+)[^)]*\)/).map(\.output.1).filter { !$0.contains("://") }.map {
            link in
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let anchor = parts.count > 1 ? String(parts[1]) : nil
            guard !parts[0].isEmpty else { return Link(path: page, anchor: anchor) }
            let path = folder.appending(path: parts[0].removingPercentEncoding ?? String(parts[0])).standardizedFileURL
                .path(percentEncoded: false)
            return Link(
                path: path.hasPrefix(root) ? path.dropFirst(root.count).drop { $0 == "/" }.description : path,
                anchor: anchor)
        }
    }

    /// A page, and all pages that its links lead to, directly or through other pages.
    func reachable(from start: String) throws -> Set<String> {
        var found: Set<String> = [start]
        var open = [start]
        while let page = open.popLast() {
            for link in try links(of: page) where link.path.hasSuffix(".md") && exists(link.path) {
                if found.insert(link.path).inserted { open.append(link.path) }
            }
        }
        return found
    }

    /// The anchors of a page's headings, as GitHub generates them.
    func anchors(of page: String) throws -> Set<String> {
        var counts: [String: Int] = [:]
        var isCode = false
        var anchors: Set<String> = []
        for line in try text(page).split(separator: "\n") {
            if line.hasPrefix("```") { isCode.toggle() }
            guard !isCode, let heading = line.wholeMatch(of: /#+ (.*)/)?.1 else { continue }
            let anchor = Self.anchor(of: String(heading))
            let count = counts[anchor, default: 0]
            counts[anchor] = count + 1
            anchors.insert(count == 0 ? anchor : "\(anchor)-\(count)")
        }
        return anchors
    }

    private static func anchor(of heading: String) -> String {
        let text = heading.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.1 }
        let kept = text.lowercased().filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
        return kept.replacing(" ", with: "-")
    }
}
