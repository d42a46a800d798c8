import Intake
import Testing

@Suite("Names that are never art")
struct IgnoreRulesTests {
    @Test(
        "a system's own files are left alone",
        arguments: [
            "._Cat.png", ".DS_Store", "Thumbs.db", "THUMBS.DB", "desktop.ini", "@eaDir", "__MACOSX", ".stfolder",
            ".stversions", "#recycle", "$RECYCLE.BIN", ".Trash-1000", ".Trashes", "Icon\r", "Cat.png.rejected.txt",
            "Cat.png.waiting.txt", "Cat.png.sent-back.txt",
        ])
    func systemFiles(name: String) {
        #expect(IgnoreRules.reason(forName: name, isFolder: false) == .systemFile)
    }

    @Test(
        "files that a program is still writing are ignored",
        arguments: [
            "~$Cat.psd", "Cat.png~", "Cat.tmp", "ps4A1B.tmp", "Cat.psd~RF1c3d.TMP", "Cat.temp", "Cat.png.part",
            "Cat.png.partial", "Cat.png.crdownload", "Cat.png.download", "Cat.png.filepart", "Cat.png.swp",
            "Cat.png.sb-1a2b3c4d-AbCdEf", ".goutputstream-X1Y2Z3", ".syncthing.Cat.png.tmp", "~syncthing~Cat.png.tmp",
            "Cat.png.!sync", ".Cat.png.Ab12Cd", ".Cat.png.icloud", ".nfs000000000001",
        ])
    func temporaryFiles(name: String) {
        #expect(IgnoreRules.reason(forName: name, isFolder: false) == .temporary)
    }

    @Test(
        "streams and attributes that a file system stores as files are left alone",
        arguments: [
            "Cat.png:Zone.Identifier", "Cat.png\u{F03A}Zone.Identifier", "Cat.png:Zone.Identifier:$DATA",
            "Cat.pngZone.Identifier", "Cat.png:AFP_AfpInfo", "Cat.png\u{F03A}AFP_AfpInfo", "Cat.png:com.dropbox.attrs",
            "Cat.png:com.apple.quarantine", "Cat.png:SmartScreen", "Cat.png@SynoEAStream", "Cat.png@SynoResource",
            "Cat.png:{4c8cc155-6c1e-11d1-8e41-00c04fb9386d}", ":2eDS_Store",
        ])
    func streams(name: String) {
        #expect(IgnoreRules.reason(forName: name, isFolder: false) == .systemFile)
    }

    @Test(
        "the state of a download is left alone",
        arguments: ["Cat.png.aria2", "Cat.png.!qB", "Cat.png.!ut", "Cat.png.bc!", "Cat.png.xltd", "Cat.png.ytdl"])
    func downloads(name: String) {
        #expect(IgnoreRules.reason(forName: name, isFolder: false) == .temporary)
    }

    @Test("any other name with a dot before it is hidden", arguments: [".cat.png", ".git", ".\u{301}cat.png"])
    func hidden(name: String) {
        #expect(IgnoreRules.reason(forName: name, isFolder: false) == .hidden)
    }

    @Test(
        "art is art",
        arguments: [
            "Cat.png", "Cat (conflicted copy 2026-05-01).png", "partial.png", "tmp.png", "Cat.psd", "rejected.txt",
            "Thumbs.png", "~Cat.png", "$Cat.png", "#1.png", "\u{1F600}.png", "Cat.sb.png", "lost+found.png",
            "Cat:dog.png", "Cat\u{F03A}dog.png", "Cat@Syno.png", "aria2.png",
        ])
    func art(name: String) {
        #expect(IgnoreRules.reason(forName: name, isFolder: false) == nil)
    }

    @Test("a server's folders are left alone", arguments: ["lost+found", "@eaDir", "#snapshot", "Temporary Items"])
    func systemFolders(name: String) {
        #expect(IgnoreRules.reason(forName: name, isFolder: true) == .systemFile)
    }

    @Test("a folder may have a name that only files are ignored for", arguments: ["Comics.part", "Art~", "x.temp"])
    func foldersAreNoFiles(name: String) {
        #expect(IgnoreRules.reason(forName: name, isFolder: true) == nil)
    }

    @Test("a folder that a browser or a program saves into is left alone")
    func temporaryFolders() {
        #expect(IgnoreRules.reason(forName: "Cat.png.download", isFolder: true) == .temporary)
        #expect(IgnoreRules.reason(forName: "(A Document Being Saved By Preview)", isFolder: true) == .temporary)
    }
}
