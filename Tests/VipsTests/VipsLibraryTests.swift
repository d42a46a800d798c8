import Testing
import Vips

@Suite("The library")
struct VipsLibraryTests {
    init() throws {
        try VipsFixture.start()
    }

    @Test("tells its version in three numbers")
    func version() {
        #expect(VipsLibrary.version.split(separator: ".").compactMap { Int($0) }.count == 3)
        #expect(LibraryVersions.loaded["libvips"] == VipsLibrary.version)
    }

    @Test("can be started twice")
    func twice() throws {
        try VipsLibrary.start(extra: VipsLibrary.ExtraLoader.allCases)
    }

    @Test("knows which operations it has, by nickname or by class")
    func operations() {
        #expect(VipsLibrary.hasOperation("pngload_buffer"))
        #expect(VipsLibrary.hasOperation("VipsForeignLoadPngBuffer"))
        #expect(!VipsLibrary.hasOperation("nothing_of_the_kind"))
    }

    @Test("tells the versions of the libraries that decide pixels, each as numbers with points")
    func versions() {
        for (name, version) in LibraryVersions.loaded {
            #expect(version.split(separator: ".").allSatisfy { Int($0) != nil }, "\(name) \(version)")
        }
        #expect(LibraryVersions.loaded["libpng"] != nil)
    }
}
