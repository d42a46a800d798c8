import Foundation
import StickerConfiguration
import Testing

@Suite struct FolderConflictTests {
    private let folder: SettingsFolder

    init() throws {
        folder = try SettingsFolder()
    }

    @Test("out inside drop is refused, because the results would be read as art")
    func outInDrop() {
        #expect(
            folder.complaints("{ \"drop\": \"a\",\n\"out\": \"a/b\" }") == [
                "pipeline.json:2: out: expected a folder outside of drop (\(folder.path)/a), found inside drop "
                    + "(\(folder.path)/a/b): the results would be read as new art"
            ])
    }

    @Test("drop inside out is refused")
    func dropInOut() {
        #expect(folder.complaints("{ \"drop\": \"a/b\", \"out\": \"a\" }").first?.contains("contains drop") == true)
    }

    @Test("one folder for both is refused, in any notation")
    func same() {
        #expect(
            folder.complaints("{ \"drop\": \"a\", \"out\": \"./b/../a/\" }").first?.contains("the same folder") == true)
    }

    @Test("folders whose names begin alike are apart")
    func alike() {
        #expect(folder.complaints("{ \"drop\": \"art\", \"out\": \"art-out\" }") == [])
    }

    @Test("a symbolic link into drop is seen through")
    func link() throws {
        try folder.write("", to: "art/keep")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/elsewhere", withDestinationPath: folder.path + "/art")
        #expect(
            folder.complaints("{ \"drop\": \"art\", \"out\": \"elsewhere/new/out\" }").first?
                .contains("inside drop") == true)
    }

    @Test("the root folder cannot be the drop folder")
    func wholeDisk() {
        #expect(folder.complaints("{ \"drop\": \"/\" }").count == 1)
    }

    @Test("the state database may be neither in drop nor in out", arguments: ["drop/state", "out", "out/state"])
    func state(path: String) {
        #expect(
            folder.complaints("{ \"state\": \"\(path)\" }").first?.contains("state: expected a folder outside") == true)
    }

    @Test("a folder from the command line is checked like a configured one")
    func commandLine() throws {
        var configuration = try folder.configuration("{}")
        try configuration.checkFolders()
        configuration.out = configuration.drop + "/out"
        let error = #expect(throws: ConfigurationError.self) { try configuration.checkFolders() }
        #expect(error?.description.hasPrefix("out: expected a folder outside of drop") == true)
    }
}
