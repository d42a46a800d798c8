import Foundation
import TestSupport
import Testing

@Suite("The client's use of APIs that an app must declare")
struct PrivacyTests {
    /// The symbols in Apple's list “Describing use of required reason API”: file timestamps, system boot time, disk
    /// space, active keyboards and user defaults.
    private static let listed = [
        "creationDate", "modificationDate", "contentModificationDateKey", "creationDateKey", "getattrlist", "fstat(",
        " stat(", "lstat(", "systemUptime", "mach_absolute_time", "volumeAvailableCapacity", "systemFreeSize",
        "systemSize", "statfs", "activeInputModes", "UserDefaults",
    ]

    @Test("is not used, so that apps need no privacy manifest for it")
    func none() throws {
        let sources = Repository.url.appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var checked = 0
        for case let file as URL in files
        where file.pathExtension == "swift" && file.path(percentEncoded: false).contains("/StickerKit/") {
            checked += 1
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(PrivacyTests.listed.filter(text.contains) == [], "\(file.lastPathComponent)")
        }
        #expect(checked > 10)
    }
}
