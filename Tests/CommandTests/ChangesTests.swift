import Foundation
import Testing

/// What a run does with a drop folder that is not what it was.
@Suite struct ChangesTests {
    private func built() async throws -> Workshop {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        try workshop.drop(Art.disc(2), as: "cats/Two.svg")
        try workshop.drop(Art.disc(3), as: "dogs/Rex.svg")
        #expect(try await workshop.build().status == 0)
        return workshop
    }

    @Test("a changed file is rendered again, and no other sticker's files are touched")
    func changed() async throws {
        let workshop = try await built()
        let before = try workshop.out.stamps
        let rendition = try #require(try workshop.sticker("cats", "one")).renditions[0]
        try workshop.drop(Art.disc(9), as: "cats/One.svg")
        let build = try await workshop.build()
        #expect(build.status == 0)
        #expect(build.renderedPaths == ["cats/One.svg"])
        let after = try workshop.out.stamps
        for name in before.keys where name.contains("/two") || name.contains("/rex") || name.contains("dogs.") {
            #expect(after[name] == before[name], "\(name)")
        }
        #expect(try workshop.sticker("cats", "one")?.renditions[0].sha256 != rendition.sha256)
        #expect(after[rendition.path] == nil, "what nothing names any more is gone")
        #expect(try workshop.out.faults() == [])
    }

    @Test("a removed file's sticker goes, with all that was made of it")
    func removed() async throws {
        let workshop = try await built()
        try workshop.remove("drop/cats/Two.svg")
        let build = try await workshop.build()
        #expect(build.status == 0)
        #expect(build.total("rendered") == 0)
        #expect(try workshop.sticker("cats", "two") == nil)
        #expect(try !workshop.out.names.contains { $0.contains("/two") })
        #expect(try workshop.out.faults() == [])
    }

    @Test("a removed pack's folders, sheets and assets disappear")
    func removedPack() async throws {
        let workshop = try await built()
        try workshop.remove("drop/dogs")
        #expect(try await workshop.build().status == 0)
        let names = try workshop.out.names
        #expect(!names.contains { $0.contains("dogs") })
        let promised = Set(try workshop.catalog().promises.map(\.path))
        #expect(Set(names.filter { $0.hasPrefix("assets/") }) == promised)
    }

    @Test("a renamed file is a sticker of the new name, and is not rendered again")
    func renamed() async throws {
        let workshop = try await built()
        try workshop.move("drop/cats/One.svg", to: "drop/cats/Uno.svg")
        let build = try await workshop.build()
        #expect(build.total("rendered") == 0)
        #expect(try workshop.sticker("cats", "one") == nil)
        #expect(try workshop.sticker("cats", "uno")?.label == "Uno")
        #expect(try !workshop.out.names.contains { $0.contains("/one") })
        #expect(try workshop.out.faults() == [])
    }

    @Test("what is said of a renamed file names it as it is now")
    func renamedWithFindings() async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.png(opaque: true), as: "cats/Old.png")
        try await workshop.build()
        try workshop.move("drop/cats/Old.png", to: "drop/cats/New.png")
        try await workshop.build()
        let findings = try #require(try workshop.sticker("cats", "new")).findings
        #expect(!findings.isEmpty)
        for finding in findings { #expect(finding.message.contains("cats/New.png")) }
    }

    @Test(
        "a broken new version leaves the last good one published, says so, and ends with status 1; mending it ends that"
    )
    func brokenVersion() async throws {
        let workshop = try await built()
        let good = try #require(try workshop.sticker("cats", "one"))
        try workshop.drop("<svg", as: "cats/One.svg")
        let broken = try await workshop.build()
        #expect(broken.status == 1)
        #expect(broken.states["cats/One.svg"] == "rejected")
        #expect(try workshop.sticker("cats", "one") == good)
        #expect(try workshop.catalog().rejected.map(\.keepsEarlierVersion) == [true])
        #expect(try workshop.out.faults() == [])
        #expect(try workshop.text("out/report.json").contains("\"keepsEarlierVersion\" : true"))

        let again = try await workshop.build()
        #expect(again.status == 1)
        #expect(again.total("rendered") == 0)
        #expect(try workshop.sticker("cats", "one") == good)

        try workshop.drop(Art.disc(7), as: "cats/One.svg")
        let mended = try await workshop.build()
        #expect(mended.status == 0)
        #expect(try workshop.catalog().rejected.isEmpty)
        #expect(try workshop.sticker("cats", "one")?.source.sha256 != good.source.sha256)
    }

    @Test("an earlier version whose files were lost is given up, and everything else is published")
    func lostEarlierVersion() async throws {
        let workshop = try await built()
        let good = try #require(try workshop.sticker("cats", "one"))
        try workshop.drop("<svg", as: "cats/One.svg")
        try await workshop.build()
        try workshop.remove("out/" + good.renditions[0].path)
        try workshop.remove("out/" + good.renditions[0].name)
        try workshop.drop(Art.disc(8), as: "cats/Three.svg")
        let build = try await workshop.build()
        #expect(build.status == 1)
        #expect(build.failure == nil)
        #expect(try workshop.sticker("cats", "three") != nil)
        #expect(try workshop.out.faults() == [])
    }

    @Test("a label in a sidecar changes the manifest and renders nothing")
    func label() async throws {
        let workshop = try await built()
        try workshop.drop(#"{ "label": "Number one", "labels": { "fr": "Numéro un" } }"#, as: "cats/One.json")
        let build = try await workshop.build()
        #expect(build.total("rendered") == 0)
        let sticker = try #require(try workshop.sticker("cats", "one"))
        #expect(sticker.label == "Number one")
        #expect(sticker.labels == ["fr": "Numéro un"])
    }

    @Test("the order in pack.json is the order in the manifest, and changing it renders nothing")
    func order() async throws {
        let workshop = try await built()
        #expect(try workshop.catalog().packs[0].stickers.map(\.id) == ["one", "two"])
        try workshop.drop(#"{ "order": ["Two", "One"] }"#, as: "cats/pack.json")
        #expect(try await workshop.build().total("rendered") == 0)
        #expect(try workshop.catalog().packs[0].stickers.map(\.id) == ["two", "one"])
    }

    @Test("a rule's new level decides at once, and renders nothing")
    func ruleLevel() async throws {
        let workshop = try await built()
        try workshop.drop(Art.png(opaque: true), as: "cats/Opaque.png")
        #expect(try await workshop.build().status == 0)
        try workshop.configure(Settings(rules: ["opaque-background": "\"error\""]))
        let strict = try await workshop.build()
        #expect(strict.total("rendered") == 0)
        #expect(strict.status == 1)
        #expect(strict.states["cats/Opaque.png"] == "rejected")
        try workshop.configure(Settings(rules: ["opaque-background": "\"off\""]))
        let lenient = try await workshop.build()
        #expect(lenient.total("rendered") == 0)
        #expect(lenient.status == 0)
        #expect(try workshop.sticker("cats", "opaque")?.findings.contains { $0.rule == "opaque-background" } == false)
    }

    @Test("another size renders everything anew")
    func size() async throws {
        let workshop = try await built()
        try workshop.configure(Settings(size: "large"))
        #expect(try await workshop.build().total("rendered") == 3)
        #expect(try workshop.sticker("cats", "one")?.renditions.map(\.width) == [618, 412, 206])
        #expect(try workshop.out.faults() == [])
    }

    @Test("a background's picture is told by its bytes: moving it renders nothing, changing it renders anew")
    func backgroundPicture() async throws {
        let workshop = try Workshop()
        func show(_ picture: String) throws {
            let background = #"{ "name": "photo", "image": "\#(picture)" }"#
            try workshop.put(
                #"{ "size": "small", "previews": { "backgrounds": [\#(background)] } }"#, at: "pipeline.json")
        }
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        try workshop.put(Art.png(2, opaque: true), at: "photo.png")
        try show("photo.png")
        #expect(try await workshop.build().status == 0)
        let preview = try #require(try workshop.sticker("cats", "one")).previews
        #expect(preview.map(\.background) == ["photo"])
        try workshop.put(Art.png(2, opaque: true), at: "pictures/beach.png")
        try show("pictures/beach.png")
        #expect(try await workshop.build().total("rendered") == 0)
        try workshop.put(Art.png(2, opaque: true, shade: 3), at: "pictures/beach.png")
        #expect(try await workshop.build().total("rendered") == 1)
        #expect(try workshop.sticker("cats", "one")?.previews != preview)
        #expect(try workshop.out.faults() == [])
    }

    @Test("names that had moved on when a run failed go back with their art")
    func undoneAfterFailure() async throws {
        let workshop = try await built()
        let before = try workshop.out.contents
        // A folder in the report's place stops the run after the names have been given and before the manifest.
        try workshop.remove("out/report.html")
        try workshop.put("in the way", at: "out/report.html/folder")
        try workshop.drop(Art.disc(9), as: "cats/One.svg")
        #expect(try await workshop.build().status == 3)
        #expect(try workshop.out.faults(namesMatter: false) == [])
        try workshop.remove("out/report.html")
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        #expect(try await workshop.build().status == 0)
        #expect(try workshop.out.faults() == [])
        let after = try workshop.out.contents
        // The report tells of the last change, and is another.
        #expect(OutTree.differences(after, before).filter { !$0.hasPrefix("report.") } == [])
    }
}
