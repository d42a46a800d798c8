import Foundation
import Testing

/// Tests runs after changes of the drop folder.
@Suite struct ChangesTests {
    private func built() async throws -> CLIFixture {
        let cli = try await CLIFixture.built(["cats/One.svg": 1, "cats/Two.svg": 2, "dogs/Rex.svg": 3])
        return cli
    }

    @Test("a changed file is rendered again, and no other sticker's files are touched")
    func changed() async throws {
        let cli = try await built()
        let before = try cli.out.stamps
        let rendition = try #require(try cli.sticker("cats", "one")).renditions[0]
        try cli.drop(Art.disc(9), as: "cats/One.svg")
        let build = try await cli.build()
        #expect(build.status == 0)
        #expect(build.renderedPaths == ["cats/One.svg"])
        let after = try cli.out.stamps
        for name in before.keys where name.contains("/two") || name.contains("/rex") || name.contains("dogs.") {
            #expect(after[name] == before[name], "\(name)")
        }
        #expect(try cli.sticker("cats", "one")?.renditions[0].sha256 != rendition.sha256)
        #expect(after[rendition.path] == nil, "an unreferenced file was not removed")
        #expect(try cli.out.faults() == [])
    }

    @Test("a removed file's sticker is removed, with all of its files")
    func removed() async throws {
        let cli = try await built()
        try cli.remove("drop/cats/Two.svg")
        let build = try await cli.build()
        #expect(build.status == 0)
        #expect(build.total("rendered") == 0)
        #expect(try cli.sticker("cats", "two") == nil)
        #expect(try !cli.out.names.contains { $0.contains("/two") })
        #expect(try cli.out.faults() == [])
    }

    @Test("a removed pack's folders, sheets and assets disappear")
    func removedPack() async throws {
        let cli = try await built()
        try cli.remove("drop/dogs")
        #expect(try await cli.build().status == 0)
        let names = try cli.out.names
        #expect(!names.contains { $0.contains("dogs") })
        let promised = try Set(cli.catalog().promises.map(\.path)).union(cli.out.documents())
        #expect(Set(names.filter { $0.hasPrefix("assets/") }) == promised)
    }

    @Test("a renamed file is a sticker of the new name, and is not rendered again")
    func renamed() async throws {
        let cli = try await built()
        try cli.move("drop/cats/One.svg", to: "drop/cats/Uno.svg")
        let build = try await cli.build()
        #expect(build.total("rendered") == 0)
        #expect(try cli.sticker("cats", "one") == nil)
        #expect(try cli.sticker("cats", "uno")?.label == "Uno")
        #expect(try !cli.out.names.contains { $0.contains("/one") })
        #expect(try cli.out.faults() == [])
    }

    @Test("messages about a renamed file have its new name")
    func renamedWithFindings() async throws {
        let cli = try CLIFixture()
        try cli.drop(Art.png(opaque: true), as: "cats/Old.png")
        try await cli.build()
        try cli.move("drop/cats/Old.png", to: "drop/cats/New.png")
        try await cli.build()
        let findings = try #require(try cli.sticker("cats", "new")).findings
        #expect(!findings.isEmpty)
        for finding in findings { #expect(finding.message.contains("cats/New.png")) }
    }

    @Test(
        "a broken new version leaves the last good one published, with a report and status 1, until it is repaired"
    )
    func brokenVersion() async throws {
        let cli = try await built()
        let good = try #require(try cli.sticker("cats", "one"))
        try cli.drop("<svg", as: "cats/One.svg")
        let broken = try await cli.build()
        #expect(broken.status == 1)
        #expect(broken.states["cats/One.svg"] == "rejected")
        #expect(try cli.sticker("cats", "one") == good)
        #expect(try cli.catalog().rejected.map(\.keepsEarlierVersion) == [true])
        #expect(try cli.out.faults() == [])
        #expect(try cli.text("out/report.json").contains("\"keepsEarlierVersion\" : true"))

        let again = try await cli.build()
        #expect(again.status == 1)
        #expect(again.total("rendered") == 0)
        #expect(try cli.sticker("cats", "one") == good)

        try cli.drop(Art.disc(7), as: "cats/One.svg")
        let repaired = try await cli.build()
        #expect(repaired.status == 0)
        #expect(try cli.catalog().rejected.isEmpty)
        #expect(try cli.sticker("cats", "one")?.source.sha256 != good.source.sha256)
    }

    @Test("an earlier version whose files were lost is given up, and everything else is published")
    func lostEarlierVersion() async throws {
        let cli = try await built()
        let good = try #require(try cli.sticker("cats", "one"))
        try cli.drop("<svg", as: "cats/One.svg")
        try await cli.build()
        try cli.remove("out/" + good.renditions[0].path)
        try cli.remove("out/" + good.renditions[0].name)
        try cli.drop(Art.disc(8), as: "cats/Three.svg")
        let build = try await cli.build()
        #expect(build.status == 1)
        #expect(build.failure == nil)
        #expect(try cli.sticker("cats", "three") != nil)
        #expect(try cli.out.faults() == [])
    }

    @Test("a label in a sidecar changes the manifest and renders nothing")
    func label() async throws {
        let cli = try await built()
        try cli.drop(#"{ "label": "Number one", "labels": { "fr": "Numéro un" } }"#, as: "cats/One.json")
        let build = try await cli.build()
        #expect(build.total("rendered") == 0)
        let sticker = try #require(try cli.sticker("cats", "one"))
        #expect(sticker.label == "Number one")
        #expect(sticker.labels == ["fr": "Numéro un"])
    }

    @Test("the order in pack.json is the order in the manifest, and changing it renders nothing")
    func order() async throws {
        let cli = try await built()
        #expect(try cli.catalog().packs[0].stickers.map(\.id) == ["one", "two"])
        try cli.drop(#"{ "order": ["Two", "One"] }"#, as: "cats/pack.json")
        #expect(try await cli.build().total("rendered") == 0)
        #expect(try cli.catalog().packs[0].stickers.map(\.id) == ["two", "one"])
    }

    @Test("a rule's new level takes effect immediately, and renders nothing")
    func ruleLevel() async throws {
        let cli = try await built()
        try cli.drop(Art.png(opaque: true), as: "cats/Opaque.png")
        #expect(try await cli.build().status == 0)
        try cli.configure(Settings(rules: ["opaque-background": "\"error\""]))
        let strict = try await cli.build()
        #expect(strict.total("rendered") == 0)
        #expect(strict.status == 1)
        #expect(strict.states["cats/Opaque.png"] == "rejected")
        try cli.configure(Settings(rules: ["opaque-background": "\"off\""]))
        let lenient = try await cli.build()
        #expect(lenient.total("rendered") == 0)
        #expect(lenient.status == 0)
        #expect(try cli.sticker("cats", "opaque")?.findings.contains { $0.rule == "opaque-background" } == false)
    }

    @Test("another size renders everything again")
    func size() async throws {
        let cli = try await built()
        try cli.configure(Settings(size: "large"))
        #expect(try await cli.build().total("rendered") == 3)
        #expect(try cli.sticker("cats", "one")?.renditions.map(\.width) == [618, 412, 206])
        #expect(try cli.out.faults() == [])
    }

    @Test("a background's image is identified by its bytes: moving it renders nothing, changing it renders again")
    func backgroundPicture() async throws {
        let cli = try CLIFixture()
        func show(_ picture: String) throws {
            let background = #"{ "name": "photo", "image": "\#(picture)" }"#
            try cli.put(
                #"{ "size": "small", "previews": { "backgrounds": [\#(background)] } }"#, at: "pipeline.json")
        }
        try cli.drop(Art.disc(1), as: "cats/One.svg")
        try cli.put(Art.png(2, opaque: true), at: "photo.png")
        try show("photo.png")
        #expect(try await cli.build().status == 0)
        let preview = try #require(try cli.sticker("cats", "one")).previews
        #expect(preview.map(\.background) == ["photo"])
        try cli.put(Art.png(2, opaque: true), at: "pictures/beach.png")
        try show("pictures/beach.png")
        #expect(try await cli.build().total("rendered") == 0)
        try cli.put(Art.png(2, opaque: true, shade: 3), at: "pictures/beach.png")
        #expect(try await cli.build().total("rendered") == 1)
        #expect(try cli.sticker("cats", "one")?.previews != preview)
        #expect(try cli.out.faults() == [])
    }

    @Test("names that had moved when a run failed return with their art")
    func undoneAfterFailure() async throws {
        let cli = try await built()
        let before = try cli.out.contents
        // A folder at the path of the report makes the run fail after it has created the readable names and before it
        // replaces the manifest.
        try cli.remove("out/report.html")
        try cli.put("in the way", at: "out/report.html/folder")
        try cli.drop(Art.disc(9), as: "cats/One.svg")
        #expect(try await cli.build().status == 3)
        #expect(try cli.out.faults(namesMatter: false) == [])
        try cli.remove("out/report.html")
        try cli.drop(Art.disc(1), as: "cats/One.svg")
        #expect(try await cli.build().status == 0)
        #expect(try cli.out.faults() == [])
        let after = try cli.out.contents
        // The report is not compared, because it describes the last change.
        #expect(OutTree.differences(after, before).filter { !$0.hasPrefix("report.") } == [])
    }
}
