import BuildEngine
import Foundation
import TestSupport
import Testing

@Suite("The cache of sheets")
struct SheetCacheTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A PNG with one black pixel.
    private static let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1,
        8, 0, 0, 0, 0, 0x3A, 0x7E, 0x9B, 0x55, 0, 0, 0, 0x0A, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x60, 0, 0, 0,
        2, 0, 1, 0x48, 0xAF, 0xA4, 0x71, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]

    private func cache(pages: Int) -> SheetCache {
        SheetCache(folder: folder.file("cache"), limit: pages * SheetCacheTests.png.count)
    }

    private func keep(_ fingerprint: String, age: Int, in cache: SheetCache, _ bytes: [UInt8] = png) throws {
        try folder.write(bytes, to: "cache/draft")
        try cache.keep(folder.file("cache/draft"), as: fingerprint)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -Double(age))],
            ofItemAtPath: folder.file("cache/\(fingerprint).png"))
    }

    @Test("has the pages that were kept, and not one that is damaged or missing")
    func pages() throws {
        let cache = cache(pages: 9)
        try keep("a", age: 0, in: cache)
        try keep("b", age: 0, in: cache, Array(SheetCacheTests.png.dropLast()))
        #expect(cache.page("a") == SheetCacheTests.png)
        #expect(cache.page("b") == nil && cache.page("c") == nil)
    }

    @Test("removes the pages that were unused for the longest time")
    func prune() throws {
        let cache = cache(pages: 2)
        for (age, name) in ["new", "older", "oldest"].enumerated() { try keep(name, age: 100 + age * 100, in: cache) }
        // Reading the page makes it the most recently used page.
        try #require(cache.page("oldest") != nil)
        cache.prune()
        #expect(cache.page("oldest") != nil && cache.page("new") != nil && cache.page("older") == nil)
    }
}
