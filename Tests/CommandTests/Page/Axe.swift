import Foundation

/// The script of axe-core, which scripts/setup installs. Without the script, nothing is checked.
enum Axe {
    static var script: String? {
        let home = ProcessInfo.processInfo.environment
        let cache = home["XDG_CACHE_HOME"] ?? (home["HOME"] ?? "/root") + "/.cache"
        return (try? Data(contentsOf: URL(fileURLWithPath: cache + "/stickerd-test/axe.min.js"))).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// The rules about colours, as an option of axe-core.
    private static let colourRules = "{ runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }"

    /// The problems that are more serious than minor, one per line.
    ///
    /// - Parameter onlyColours: whether only colours are checked, which is much faster.
    static func faults(in browser: Browser, script: String, onlyColours: Bool = false) async throws -> String {
        if try await browser.run("return typeof axe") == "undefined" { try await browser.run("\(script); return ''") }
        try await browser.run(
            """
            window.axeFaults = null;
            axe.run(document, \(onlyColours ? colourRules : "{}")).then((result) => {
              window.axeFaults = result.violations.filter((each) => each.impact !== 'minor')
                .map((each) => each.id + ': ' + each.nodes.map((node) => node.html + ' ' + node.failureSummary).join(' | '))
                .join('\\n');
            });
            """)
        try await browser.wait("axe-core does not end", "window.axeFaults !== null")
        return try await browser.run("return window.axeFaults")
    }
}
