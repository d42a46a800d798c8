import CLinux
import Deflate
import Glibc
import JobModel
import PNG
import Quantizer
import Vector
import Vips

extension RenderIdentity {
    /// The versions of the libraries in this process that decide the bytes of a sticker, by name.
    package static var loadedLibraries: [String: String] {
        LibraryVersions.loaded.merging([
            "libimagequant": PaletteMaker.version, "libdeflate": DeflateLevel.libraryVersion,
            "zopfli": zopfliVersion,
        ]) { $1 }
    }

    /// The version of zopfli, for example `1.0.3`: only its file's name has it. `unknown` where the name has none.
    private static let zopfliVersion: String = {
        let marker = "/libzopfli.so."
        // Found by the dynamic linker and not in /proc, which a confined worker cannot read.
        guard let name = RendererDescription.loadedFiles.first(where: { $0.contains(marker) }),
            let path = realpath(name, nil)
        else { return "unknown" }
        defer { free(path) }
        guard let found = strstr(path, marker) else { return "unknown" }
        return String(cString: found + strlen(marker))
    }()
}

extension RendererDescription {
    /// What this process renders with. It lists the fonts, which takes milliseconds.
    package static var current: RendererDescription {
        RendererDescription(
            identity: RenderIdentity(
                libraries: RenderIdentity.loadedLibraries,
                fonts: Digest.sha256(InstalledFonts.descriptions.sorted().joined(separator: "\n"))),
            files: loadedFiles + loaderFiles + InstalledFonts.sources)
    }

    /// What decides which library of a name is loaded: a newer one may come to another folder.
    private static let loaderFiles = ["/etc/ld.so.cache", "/etc/ld.so.preload"]

    /// Paths of the libraries that are loaded into this process.
    fileprivate static var loadedFiles: [String] {
        var paths: [String] = []
        withUnsafeMutablePointer(to: &paths) { paths in
            _ = dl_iterate_phdr(
                { library, _, paths in
                    // The program itself has no name, and the kernel's own has no path.
                    guard let name = library?.pointee.name, name[0] == UInt8(ascii: "/") else { return 0 }
                    paths?.assumingMemoryBound(to: [String].self).pointee.append(String(cString: name))
                    return 0
                }, paths)
        }
        return paths
    }
}
