import Foundation
import JobModel

/// The findings in SARIF, a format for code review tools.
///
/// Source: OASIS SARIF 2.1.0, https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
package struct SARIFLog: Encodable, Sendable {
    private var version = "2.1.0"
    private var schema = "https://json.schemastore.org/sarif-2.1.0.json"
    private var runs: [Run]

    private enum CodingKeys: String, CodingKey {
        case version, runs
        case schema = "$schema"
    }

    /// - Parameters:
    ///   - checked: the checked items. Each has its path relative to the repository.
    ///   - toolVersion: stickerd's version.
    package init(_ checked: [(path: String, verification: Verification)], toolVersion: String) {
        let rules = Check.all.map { check in
            Rule(
                id: check.id, shortDescription: Text(text: check.summary), help: Text(text: check.fix),
                defaultConfiguration: Configuration(level: check.level.rawValue))
        }
        let places = Dictionary(uniqueKeysWithValues: Check.all.enumerated().map { ($0.element.id, $0.offset) })
        let results = checked.flatMap { path, verification in
            verification.violations.map { violation in
                Result(
                    ruleId: violation.check.id, ruleIndex: places[violation.check.id] ?? 0,
                    level: violation.level.rawValue, message: Text(text: "\(violation.message) \(violation.fix)"),
                    locations: [Location(uri: SARIFLog.uri(folder: path, path: violation.path))])
            }
        }
        runs = [Run(tool: Tool(driver: Driver(version: toolVersion, rules: rules)), results: results)]
    }

    package func json() throws -> Data {
        try JSONEncoder.indented.encode(self) + Data("\n".utf8)
    }

    /// The percent-encoded path. RFC 3986 allows only letters, digits and a few other characters unencoded.
    private static func uri(folder: String, path: String) -> String {
        let whole = [folder, path].filter { !$0.isEmpty && $0 != "." }.joined(separator: "/")
        let allowed = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")
        return whole.addingPercentEncoding(withAllowedCharacters: allowed) ?? whole
    }

    private struct Run: Encodable {
        var tool: Tool
        var results: [Result]
        var columnKind = "utf16CodeUnits"
    }

    private struct Tool: Encodable {
        var driver: Driver
    }

    private struct Driver: Encodable {
        var name = "stickerd"
        var version: String
        var rules: [Rule]
    }

    private struct Rule: Encodable {
        var id: String
        var shortDescription: Text
        var help: Text
        var defaultConfiguration: Configuration
    }

    private struct Configuration: Encodable {
        var level: String
    }

    private struct Text: Encodable {
        var text: String
    }

    private struct Result: Encodable {
        var ruleId: String
        var ruleIndex: Int
        var level: String
        var message: Text
        var locations: [Location]
    }

    private struct Location: Encodable {
        struct Physical: Encodable {
            struct Artifact: Encodable {
                var uri: String
            }
            var artifactLocation: Artifact
        }
        var physicalLocation: Physical

        init(uri: String) {
            physicalLocation = Physical(artifactLocation: Physical.Artifact(uri: uri))
        }
    }
}
