import Foundation
import Testing

/// Tests the imports between the modules of the review page. A browser would find errors in them only when it loads the
/// page.
@Suite struct PageModulesTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Sources/Delivery/Web/Resources").standardizedFileURL

    private static func module(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
    }

    @Test("every name that a module imports is exported by the other one")
    func imports() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { $0.hasSuffix(".js") }
        #expect(names.count > 20)
        for name in names {
            for found in try Self.module(name).matches(of: /import \{([^}]*)\} from "\.\/([^"]+)"/) {
                let other = try Self.module(String(found.2))
                for part in found.1.split(separator: ",") {
                    let word = part.trimmingCharacters(in: .whitespacesAndNewlines).components(separatedBy: " as ")[0]
                    let isExported = ["function", "async function", "const", "let", "class"].contains { kind in
                        ["(", " ", ";"].contains { other.contains("export \(kind) \(word)\($0)") }
                    }
                    #expect(isExported, "\(name) imports \(word) from \(found.2)")
                }
            }
        }
    }

    @Test("the styles use three weights of type")
    func styles() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter {
            $0.hasSuffix(".css")
        }
        #expect(names.count > 5)
        var weights: Set<Substring> = []
        for name in names {
            let text = try Self.module(name)
            for found in text.matches(of: /font(?:-weight)?: *([0-9]{3})\b/) { weights.insert(found.1) }
        }
        #expect(weights.isSubset(of: ["400", "500", "650"]), "\(weights)")
    }

    @Test("the page loads every module ahead")
    func preload() throws {
        let page = try Self.module("review.html")
        for name in try FileManager.default.contentsOfDirectory(atPath: Self.folder.path) where name.hasSuffix(".js") {
            #expect(page.contains("href=\"\(name)\"") || page.contains("src=\"\(name)\""), "\(name)")
        }
    }
}
