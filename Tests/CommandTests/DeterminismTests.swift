import Testing

/// Tests that equal sources, configurations and versions give equal bytes.
@Suite struct DeterminismTests {
    @Test("two folders, different jobs, locale, time zone, umask and order of arrival: byte-identical results")
    func twoFolders() async throws {
        let one = try CLIFixture(SharedBuild.settings, startsPrograms: true)
        try SharedBuild.fill(one)
        let other = try CLIFixture(SharedBuild.settings, startsPrograms: true)
        try SharedBuild.fill(other, inReverse: true)
        async let first = one.build("--jobs", "1", environment: ["LC_ALL": "C", "TZ": "UTC"])
        async let second = other.build(
            "--jobs", "4", under: ["/bin/sh", "-c", "umask 077; exec \"$0\" \"$@\""],
            environment: ["LC_ALL": "", "LANG": "tr_TR.UTF-8", "TZ": "Asia/Kolkata", "COLUMNS": "40"])
        let statuses = try await [first.status, second.status]
        #expect(statuses == [1, 1])
        let (contents, others) = try (one.out.contents, other.out.contents)
        #expect(Set(contents.keys) == Set(others.keys))
        #expect(contents.filter { others[$0.key]?.sha256 != $0.value.sha256 }.keys.sorted() == [])
        #expect(contents.filter { others[$0.key]?.mode != $0.value.mode }.keys.sorted() == [])
    }

    @Test("a drop folder after changes gives the same manifest as one that was built in one step")
    func history() async throws {
        let changed = try CLIFixture(startsPrograms: true)
        try changed.drop(Art.png(opaque: true), as: "cats/Old Name.png")
        try changed.drop(Art.png(shade: 9), as: "cats/Wrong.jpg")
        try changed.drop(Art.disc(1), as: "cats/Goes.svg")
        try await changed.build()
        try changed.move("drop/cats/Old Name.png", to: "drop/cats/New Name.png")
        try changed.move("drop/cats/Wrong.jpg", to: "drop/cats/Right.png")
        try changed.remove("drop/cats/Goes.svg")
        try await changed.build()

        let fresh = try CLIFixture(startsPrograms: true)
        try fresh.drop(Art.png(opaque: true), as: "cats/New Name.png")
        try fresh.drop(Art.png(shade: 9), as: "cats/Right.png")
        try await fresh.build()
        #expect(try changed.text("out/catalog.json") == fresh.text("out/catalog.json"))
        #expect(try changed.text("out/sheets/cats.html") == fresh.text("out/sheets/cats.html"))
        #expect(try changed.out.bytes("sheets/cats.png") == fresh.out.bytes("sheets/cats.png"))
    }
}
