import Foundation
import StickerManifest
import TestSupport
import Testing

/// Tests the published files of a build.
@Suite struct PublishedTreeTests {
    @Test("good art is published, and other art keeps the exit status at 1")
    func outcomes() async throws {
        let build = try await SharedBuild.built.build
        #expect(build.status == 1)
        #expect(
            build.states == [
                "At the Root.svg": "published", "cats/Happy Cat.svg": "published", "cats/Opaque.png": "published",
                "cats/Happy Cat.png": "superseded", "cats/Torn.png": "rejected", "dogs/Rex.svg": "published",
                "dogs/Rex again.svg": "duplicate",
            ])
    }

    @Test(
        "every sticker has three scales in the pixels of its pack's size",
        arguments: [("cats", 100), ("default", 136), ("dogs", 206)])
    func scales(pack: String, points: Int) async throws {
        let (cli, _) = try await SharedBuild.built
        let stickers = try #require(try cli.catalog().packs.first { $0.id == pack }).stickers
        #expect(!stickers.isEmpty)
        for sticker in stickers {
            #expect(sticker.renditions.map(\.scale) == [3, 2, 1])
            for rendition in sticker.renditions {
                #expect(rendition.name == "packs/\(pack)/\(sticker.id)@\(rendition.scale)x.png")
                let size = pixelSize(of: try cli.out.bytes(rendition.name))
                #expect(size == [points * rendition.scale, points * rendition.scale])
                #expect([rendition.width, rendition.height] == size)
                #expect(rendition.bytes < 500_000)
            }
        }
    }

    @Test("every sticker is previewed on every background, at @3x")
    func previews() async throws {
        let (cli, _) = try await SharedBuild.built
        for pack in try cli.catalog().packs {
            for sticker in pack.stickers {
                #expect(Set(sticker.previews.map(\.background)) == ["red", "white"])
                for preview in sticker.previews {
                    #expect(preview.name == "previews/\(pack.id)/\(sticker.id)/\(preview.background).png")
                    let side = sticker.size.pixels(scale: 3)
                    #expect(pixelSize(of: try cli.out.bytes(preview.name)) == [side, side])
                }
            }
        }
    }

    @Test("an icon is made in every size of the set, with these dimensions")
    func icons() async throws {
        let (cli, _) = try await SharedBuild.built
        let packs = try cli.catalog().packs
        let icon = try #require(packs.first { $0.id == "cats" }).icon
        #expect(icon.count > 5)
        for rendition in icon {
            #expect(pixelSize(of: try cli.out.bytes(rendition.name)) == [rendition.width, rendition.height])
        }
        #expect(packs.filter { !$0.icon.isEmpty }.map(\.id) == ["cats"])
    }

    @Test("every pack has a sheet, as a picture and as a page")
    func sheets() async throws {
        let (cli, _) = try await SharedBuild.built
        for pack in ["cats", "default", "dogs"] {
            let size = pixelSize(of: try cli.out.bytes("sheets/\(pack).png"))
            #expect(size.allSatisfy { $0 > 100 })
            let page = try cli.text("out/sheets/\(pack).html")
            #expect(page.hasPrefix("<!DOCTYPE html>") || page.hasPrefix("<!doctype html>"))
        }
        #expect(try cli.text("out/sheets/cats.html").contains("A happy cat"))
    }

    @Test("every file in the manifest exists, with its size and hash, and there are no others")
    func promises() async throws {
        let (cli, _) = try await SharedBuild.built
        #expect(try cli.out.faults() == [])
        let promised = try cli.catalog().promises.flatMap { [$0.path, $0.name] }
        let others = try cli.out.files.subtracting(promised).subtracting(cli.out.documents())
        let expected = ["cats", "default", "dogs"].flatMap { ["sheets/\($0).png", "sheets/\($0).html"] }
        #expect(others == Set(expected + ["catalog.json", "report.html", "report.json"]))
    }

    @Test("paths in the manifest are relative and stay inside out/")
    func paths() async throws {
        let (cli, _) = try await SharedBuild.built
        for promise in try cli.catalog().promises {
            for path in [promise.path, promise.name] {
                #expect(!path.hasPrefix("/") && !path.contains("\\") && !path.contains(":"))
                #expect(!path.split(separator: "/").contains { $0 == ".." || $0 == "." })
            }
        }
    }

    @Test("published files contain nothing about the machine, the folders or the time")
    func portable() async throws {
        let (cli, _) = try await SharedBuild.built
        let host = ProcessInfo.processInfo.hostName.split(separator: ".").first.map(String.init) ?? ""
        let year = "\(Calendar(identifier: .gregorian).component(.year, from: Date()))"
        for name in try cli.out.files {
            let text = String(decoding: try cli.out.bytes(name), as: UTF8.self)
            #expect(!text.contains(cli.path), "\(name)")
            #expect(!text.contains("/drop/") && !text.contains("/tmp/") && !text.contains("/home/"), "\(name)")
            if name.hasSuffix(".json") || name.hasSuffix(".html") {
                // A short host name, such as `c`, occurs in almost every text, so it is not searched.
                if host.count > 4, host != "localhost" { #expect(!text.contains(host), "\(name)") }
                // Hashes are removed first, because they may contain the digits of the year by chance.
                let withoutDigests = text.replacing(/[0-9a-f]{64}/, with: "")
                #expect(!withoutDigests.contains(year), "\(name)")
            } else {
                #expect(!text.contains("tIME") && !text.contains("date:create"), "\(name)")
            }
        }
    }

    @Test(
        "the manifest follows its schema", .enabled(if: SchemaCheck.isInstalled, "needs python3-jsonschema"))
    func schema() async throws {
        let (cli, _) = try await SharedBuild.built
        #expect(try await SchemaCheck.problems(of: cli.file("out/catalog.json"), by: "index") == "")
        guard case .index(let index) = try ManifestDocument(json: cli.read("out/catalog.json")) else {
            Issue.record("the manifest is a single document")
            return
        }
        let hidden = index.hidden ?? []
        for part in index.packs.flatMap({ $0.app ?? [] }) {
            #expect(try await SchemaCheck.problems(of: cli.file("out/\(part.path)"), by: "app-part") == "")
        }
        for part in (index.packs + hidden).flatMap({ $0.review ?? [] }) {
            #expect(try await SchemaCheck.problems(of: cli.file("out/\(part.path)"), by: "review-part") == "")
            let review = try JSONDecoder().decode(ReviewPart.self, from: cli.read("out/\(part.path)"))
            for sticker in review.stickers {
                #expect(try await SchemaCheck.problems(of: cli.file("out/\(sticker.record.path)"), by: "record") == "")
            }
        }
    }

    @Test("titles, labels and their languages reach the manifest")
    func words() async throws {
        let (cli, _) = try await SharedBuild.built
        let cats = try #require(try cli.catalog().packs.first { $0.id == "cats" })
        #expect(cats.title == "Cats!")
        #expect(cats.titles == ["de": "Katzen!"])
        let cat = try #require(cats.stickers.first { $0.id == "happy-cat" })
        #expect(cat.label == "A happy cat")
        #expect(cat.labels == ["de": "Frohe Katze"])
    }

    @Test("rejected art is in the manifest, the report and its page, with the reason and the fix")
    func rejected() async throws {
        let (cli, build) = try await SharedBuild.built
        let rejection = try #require(try cli.catalog().rejected.first)
        #expect(rejection.path == "cats/Torn.png")
        #expect(!rejection.keepsEarlierVersion)
        let finding = try #require(rejection.findings.first { $0.level == .error })
        #expect(!finding.message.isEmpty && !finding.fix.isEmpty)
        #expect(build.reasons["cats/Torn.png"] == finding.message)
        for report in ["out/report.json", "out/report.html"] {
            #expect(try cli.text(report).contains("cats/Torn.png"))
        }
    }

    @Test("every link and picture on a page leads to an existing file")
    func links() async throws {
        #expect(try await SharedBuild.built.cli.out.brokenLinks() == [])
    }

    @Test("everything in the drop folder is in the report, once")
    func report() async throws {
        let (cli, build) = try await SharedBuild.built
        let report = try JSONSerialization.jsonObject(with: try cli.read("out/report.json")) as? [String: Any]
        let counts = report?["counts"] as? [String: Int]
        #expect(
            counts == [
                "published": 4, "rejected": 1, "duplicate": 1, "superseded": 1, "waiting": 0, "ignored": 5,
                "awaitingApproval": 0, "unapproved": 0,
            ])
        #expect(
            Set(build.ignored.keys) == [
                "cats/Happy Cat.json", "cats/pack.json", "cats/icon.svg", "dogs/pack.json", "dogs/notes.txt",
            ])
    }

    /// The width and height in the header of a PNG.
    private func pixelSize(of png: [UInt8]) -> [Int] {
        guard png.starts(with: RawChunk.signature), png.count > 24 else { return [] }
        return [16, 20].map { start in png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    }
}
