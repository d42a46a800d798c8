import BuildEngine
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("The cache of sheet pages")
struct SheetCacheTests {
    private let folder: TemporaryFolder
    private let page = Art.png(64)

    init() throws { folder = try TemporaryFolder() }

    private func cache(limit: Int = 1_000_000) -> SheetCache { SheetCache(folder: folder.file("cache"), limit: limit) }

    /// Adds a page to the cache, with the fingerprint as its name.
    private func keep(_ bytes: [UInt8], as fingerprint: String, in cache: SheetCache) throws {
        try folder.write(bytes, to: "cache/drawn")
        try cache.keep(folder.file("cache/drawn"), as: fingerprint)
    }

    /// Sets the time at which a page was last used.
    private func setUse(of fingerprint: String, secondsAgo: Int) throws {
        let use = timespec(tv_sec: time(nil) - secondsAgo, tv_nsec: 0)
        try #require(utimensat(AT_FDCWD, folder.file("cache/\(fingerprint).png"), [use, use], 0) == 0)
    }

    @Test("returns a page as it was stored")
    func keeps() throws {
        #expect(cache().page("one") == nil)
        try keep(page, as: "one", in: cache())
        #expect(cache().page("one") == page)
        #expect(cache().page("two") == nil)
    }

    @Test("returns nothing that is damaged, truncated or empty, or has additional bytes")
    func damage() throws {
        var flipped = page
        flipped[page.count / 2] ^= 1
        for bytes in [flipped, Array(page.dropLast(20)), [], page + [0], Array("no picture".utf8)] {
            try keep(bytes, as: "one", in: cache())
            #expect(cache().page("one") == nil, "\(bytes.count) bytes")
        }
        try keep(page, as: "one", in: cache())
        #expect(cache().page("one") == page)
    }

    @Test("removes the least recently used pages, until the rest is small enough")
    func leastRecentlyUsed() throws {
        let cache = cache(limit: page.count * 2)
        for (place, name) in ["a", "b", "c", "d"].enumerated() {
            try keep(page, as: name, in: cache)
            try setUse(of: name, secondsAgo: 100 - place)
        }
        // The oldest page is used again.
        #expect(cache.page("a") != nil)
        cache.prune()
        #expect(["a", "b", "c", "d"].filter { folder.has("cache/\($0).png") } == ["a", "d"])
        cache.prune()
        #expect(folder.has("cache/a.png") && folder.has("cache/d.png"))
    }

    @Test("removes leftovers of killed runs, and nothing that may be in use")
    func leftovers() throws {
        for name in ["old", "new"] { try folder.write(page, to: "cache/.staging-\(name)/page.strip") }
        let before = timespec(tv_sec: time(nil) - 3_600, tv_nsec: 0)
        try #require(utimensat(AT_FDCWD, folder.file("cache/.staging-old"), [before, before], 0) == 0)
        cache().prune()
        #expect(!folder.has("cache/.staging-old"))
        #expect(folder.has("cache/.staging-new/page.strip"))
    }

    @Test("works without its folder")
    func missing() {
        cache().prune()
        #expect(cache().page("one") == nil)
    }
}
