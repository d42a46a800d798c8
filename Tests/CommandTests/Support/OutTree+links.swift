import Foundation

extension OutTree {
    /// The broken links and pictures on the pages, in the form `page: link`.
    func brokenLinks() throws -> [String] {
        let files = try files
        var broken: [String] = []
        for page in files where page.hasSuffix(".html") {
            let text = String(decoding: try bytes(page), as: UTF8.self)
            for match in text.matches(of: /(?:src|href)="([^"]+)"/) where !match.output.1.hasPrefix("data:") {
                let link = match.output.1.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                let target = link[0].isEmpty ? page : resolve(String(link[0]), from: page)
                let isThere = try files.contains(target) && (link.count == 1 || has(link[1], on: target))
                if !isThere { broken.append("\(page): \(match.output.1)") }
            }
        }
        return broken.sorted()
    }

    private func resolve(_ link: String, from page: String) -> String {
        var parts = page.split(separator: "/").dropLast().map(String.init)
        for part in link.removingPercentEncoding?.split(separator: "/") ?? [] {
            if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
        }
        return parts.joined(separator: "/")
    }

    private func has(_ anchor: Substring, on page: String) throws -> Bool {
        String(decoding: try bytes(page), as: UTF8.self).contains("id=\"\(anchor.removingPercentEncoding ?? "")\"")
    }
}
