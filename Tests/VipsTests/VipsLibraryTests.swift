import Testing
import Vips

@Suite("The library")
struct VipsLibraryTests {
    init() throws {
        try VipsFixture.start()
    }

    @Test("has a version of three numbers")
    func version() {
        #expect(VipsLibrary.version.split(separator: ".").compactMap { Int($0) }.count == 3)
        #expect(LibraryVersions.loaded["libvips"] == VipsLibrary.version)
    }

    @Test("can be started twice")
    func twice() throws {
        try VipsLibrary.start(extra: VipsLibrary.ExtraLoader.allCases)
    }

    @Test("has operations by nickname and by class")
    func operations() {
        #expect(VipsLibrary.hasOperation("pngload_buffer"))
        #expect(VipsLibrary.hasOperation("VipsForeignLoadPngBuffer"))
        #expect(!VipsLibrary.hasOperation("nothing_of_the_kind"))
    }

    @Test("lists the versions of the libraries that affect pixels, each as numbers with points")
    func versions() {
        for (name, version) in LibraryVersions.loaded {
            #expect(version.split(separator: ".").allSatisfy { Int($0) != nil }, "\(name) \(version)")
        }
        #expect(LibraryVersions.loaded["libpng"] != nil)
    }
}
