import Foundation
import PublishedSamples
import StickerManifest
import Testing

@Suite("What apps download")
struct CatalogRoutesTests {
    private let tree: SampleTree
    private let cat = SampleTree.Art("happy-cat")

    init() throws {
        tree = try SampleTree()
        try tree.publish([cat])
    }

    private func asset(_ art: SampleTree.Art) -> String { "/v1/\(art.path)" }

    @Test("the manifest is served with a tag, and not again while it is the same")
    func manifest() async throws {
        try await Serving.tree(tree) { [tree] port in
            let first = try Client.get("/v1/catalog.json", port: port)
            #expect(first.status == 200 && first.headers["content-type"] == "application/json")
            #expect(first.headers["cache-control"] == "no-cache" && first.headers["vary"] == "Accept-Encoding")
            #expect(try Catalog(json: Data(first.bytes)).packs.first?.stickers.map(\.id) == ["happy-cat"])
            let tag = try #require(first.headers["etag"])
            for condition in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
                let again = try Client.get("/v1/catalog.json", port: port, fields: ["If-None-Match": condition])
                #expect(again.status == 304 && again.bytes == [] && again.headers["etag"] == tag)
            }
            try tree.publish([SampleTree.Art("sad-cat")])
            let changed = try Client.get("/v1/catalog.json", port: port, fields: ["If-None-Match": tag])
            #expect(changed.status == 200 && changed.headers["etag"] != tag)
            #expect(changed.body.contains("sad-cat"))
        }
    }

    @Test("the manifest is compressed for clients that accept it, with a separate tag")
    func packed() async throws {
        try await Serving.tree(tree) { port in
            let plain = try Client.get("/v1/catalog.json", port: port, fields: ["Accept-Encoding": "br, gzip;q=0"])
            let packed = try Client.get("/v1/catalog.json", port: port, fields: ["Accept-Encoding": "br, gzip;q=0.5"])
            #expect(plain.headers["content-encoding"] == nil && packed.headers["content-encoding"] == "gzip")
            #expect(packed.bytes.starts(with: [0x1f, 0x8b]) && packed.bytes.count < plain.bytes.count)
            #expect(try Gunzip.unpacked(packed.bytes) == plain.bytes)
            let tag = try #require(packed.headers["etag"])
            #expect(tag != plain.headers["etag"])
            #expect(try Client.get("/v1/catalog.json", port: port, fields: ["If-None-Match": tag]).status == 304)
        }
    }

    @Test("the manifest for apps contains no rejected art, and only the @3x file of each sticker")
    func delivered() async throws {
        try tree.publish([cat]) { catalog in
            catalog.rejected = [
                RejectedSource(
                    pack: "cats", id: "secret", path: "cats/Secret.png", sha256: "aa", bytes: 1, findings: [],
                    keepsEarlierVersion: false)
            ]
            var small = catalog.packs[0].stickers[0].renditions[0]
            small.scale = 1
            catalog.packs[0].stickers[0].renditions.append(small)
        }
        try await Serving.tree(tree) { port in
            let catalog = try Catalog(json: Data(try Client.get("/v1/catalog.json", port: port).bytes))
            #expect(catalog.rejected == [] && catalog.packs[0].stickers[0].renditions.map(\.scale) == [3])
        }
    }

    @Test("a file is served completely, and can be cached forever")
    func file() async throws {
        let cat = SampleTree.Art("large-cat", size: 300_000)
        try tree.publish([cat])
        try await Serving.tree(tree) { [asset] port in
            let answer = try Client.get(asset(cat), port: port)
            #expect(answer.status == 200 && answer.bytes == cat.bytes)
            #expect(answer.headers["content-type"] == "image/png" && answer.headers["accept-ranges"] == "bytes")
            #expect(answer.headers["etag"] == "\"\(cat.sha256)\"")
            #expect(answer.headers["cache-control"] == "public, max-age=31536000, immutable")
            let tag = ["If-None-Match": "\"\(cat.sha256)\""]
            #expect(try Client.get(asset(cat), port: port, fields: tag).status == 304)
            let head = try Client.get(asset(cat), port: port, method: "HEAD")
            #expect(head.status == 200 && head.bytes == [] && head.headers["content-length"] == "300000")
        }
    }

    @Test(
        "a requested range of a file is served",
        arguments: [
            ("bytes=0-9", 0..<10), ("bytes=1990-", 1990..<2000), ("bytes=-5", 1995..<2000), ("bytes=-5000", 0..<2000),
            ("bytes=100-5000", 100..<2000), ("bytes=1999-1999", 1999..<2000),
        ])
    func range(header: String, expected: Range<Int>) async throws {
        try await Serving.tree(tree) { [asset, cat] port in
            let answer = try Client.get(asset(cat), port: port, fields: ["Range": header])
            #expect(answer.status == 206 && answer.bytes == Array(cat.bytes[expected]))
            #expect(
                answer.headers["content-range"] == "bytes \(expected.lowerBound)-\(expected.upperBound - 1)/2000")
        }
    }

    @Test(
        "a range that cannot be answered is refused, and a senseless one is ignored",
        arguments: [
            ("bytes=2000-", 416), ("bytes=-0", 416), ("bytes=9-3", 200), ("bytes=0-1,5-6", 200), ("pages=1-2", 200),
            ("bytes=-", 200), ("bytes=99999999999999999999-", 200),
        ])
    func badRange(header: String, status: Int) async throws {
        try await Serving.tree(tree) { [asset, cat] port in
            let answer = try Client.get(asset(cat), port: port, fields: ["Range": header])
            #expect(answer.status == status && answer.bytes.count == (status == 200 ? 2000 : 0))
        }
    }

    @Test("a range request for another version of a file gets the whole file")
    func ifRange() async throws {
        try await Serving.tree(tree) { [asset, cat] port in
            let other = ["Range": "bytes=10-", "If-Range": "\"other\""]
            let answer = try Client.get(asset(cat), port: port, fields: other)
            #expect(answer.bytes == cat.bytes)
            let same = ["Range": "bytes=10-", "If-Range": "\"\(cat.sha256)\""]
            let second = try Client.get(asset(cat), port: port, fields: same)
            #expect(second.bytes == Array(cat.bytes[10...]))
        }
    }

    @Test(
        "only files in the manifest are served, for any form of request",
        arguments: [
            "/", "/v1", "/v1/", "/v1/assets", "/v1/assets/", "/catalog.json", "/v1/report.html",
            "/v1/assets/secret.png",
            "/v1/assets/../catalog.json", "/v1/assets/..%2fcatalog.json", "/v1/assets/%2e%2e/catalog.json",
            "/v1/assets/%2e%2e%2fcatalog.json", "/v1/assets/..%5ccatalog.json", "/v1/assets/%00", "/v1/assets/.",
            "/v1/assets//etc/passwd", "/v1/assets/%2fetc%2fpasswd", "/../../../etc/passwd", "/v1/catalog.json%00",
            "/v1/assets/%c0%ae%c0%ae/catalog.json",
        ])
    func elsewhere(path: String) async throws {
        try tree.put([1, 2, 3], at: "assets/secret.png")
        try tree.put([1, 2, 3], at: "report.html")
        try await Serving.tree(tree) { port in
            let answer = try Client.get(path, port: port)
            #expect([400, 404].contains(answer.status) && !answer.body.contains("root:"))
        }
    }

    @Test("a name with a NUL after it is another name")
    func nul() async throws {
        try await Serving.tree(tree) { [asset, cat] port in
            let answer = try Client.get(asset(cat) + "%00", port: port)
            #expect(answer.status == 404)
            let second = try Client.get(asset(cat) + "%00.png", port: port)
            #expect(second.status == 404)
        }
    }

    @Test("no symbolic link is followed out of the folder, neither a file's nor a folder's")
    func links() async throws {
        let manager = FileManager.default
        let outside = try SampleTree()
        try outside.put(cat.bytes, at: cat.path)
        try manager.removeItem(atPath: "\(tree.path)/\(cat.path)")
        try manager.createSymbolicLink(
            atPath: "\(tree.path)/\(cat.path)", withDestinationPath: "\(outside.path)/\(cat.path)")
        try await Serving.tree(tree) { [asset, cat] port in
            let answer = try Client.get(asset(cat), port: port)
            #expect(answer.status == 404)
        }
        try manager.removeItem(atPath: "\(tree.path)/assets")
        try manager.createSymbolicLink(
            atPath: "\(tree.path)/assets", withDestinationPath: "\(outside.path)/assets")
        try await Serving.tree(tree) { [asset, cat] port in
            let second = try Client.get(asset(cat), port: port)
            #expect(second.status == 404)
        }
    }

    @Test("no file is served if the manifest refers to a path elsewhere")
    func wrongManifest() async throws {
        for path in ["../secret.png", "assets/../report.html", "/etc/passwd", "assets/\(cat.sha256)/../x.png"] {
            try tree.publish([cat]) { $0.packs[0].stickers[0].renditions[0].path = path }
            try await Serving.tree(tree) { port in
                let name = path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                let status = try Client.get("/v1/assets/\(name)", port: port).status
                #expect([400, 404].contains(status))
            }
        }
    }

    @Test("a file whose length differs from the manifest is not served")
    func damaged() async throws {
        try tree.put(Array(cat.bytes.dropLast()), at: cat.path)
        try await Serving.tree(tree) { [asset, cat] port in
            let answer = try Client.get(asset(cat), port: port)
            #expect(answer.status == 404)
        }
    }

    @Test("before anything is published, and where the manifest is damaged, clients are asked to retry")
    func nothingYet() async throws {
        try tree.remove("catalog.json")
        try await Serving.tree(tree) { [tree, cat] port in
            #expect(try Client.get("/v1/catalog.json", port: port).status == 503)
            try tree.put(Array("{".utf8), at: "catalog.json")
            #expect(try Client.get("/v1/catalog.json", port: port).status == 503)
            try tree.publish([cat])
            #expect(try Client.get("/v1/catalog.json", port: port).status == 200)
        }
    }

    @Test("nothing can be changed", arguments: ["POST", "PUT", "DELETE", "PATCH"])
    func methods(method: String) async throws {
        try await Serving.tree(tree) { [asset, cat] port in
            for path in ["/v1/catalog.json", asset(cat)] {
                let answer = try Client.get(path, port: port, method: method)
                #expect(answer.status == 404)
            }
        }
    }
}
