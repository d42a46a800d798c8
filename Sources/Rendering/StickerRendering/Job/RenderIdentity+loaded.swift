import CLinux
import Deflate
import Glibc
import JobModel
import PNG
import Quantizer
import Vector
import Vips

extension RenderIdentity {
    /// The versions, by name, of the libraries in this process that affect the bytes of a sticker.
    package static var loadedLibraries: [String: String] {
        LibraryVersions.loaded.merging([
            "libimagequant": PaletteMaker.version, "libdeflate": DeflateLevel.libraryVersion,
            "zopfli": zopfliVersion,
        ]) { $1 }
    }

    /// The version of zopfli, for example `1.0.3`. Only the name of the library's file contains it. `unknown` if the
    /// name does not contain it.
    private static let zopfliVersion: String = {
        let marker = "/libzopfli.so."
        // The path comes from the dynamic linker, because a sandboxed worker cannot read /proc.
        guard let name = RendererDescription.loadedFiles.first(where: { $0.contains(marker) }),
            let path = realpath(name, nil)
        else { return "unknown" }
        defer { free(path) }
        guard let found = strstr(path, marker) else { return "unknown" }
        return String(cString: found + strlen(marker))
    }()
}

extension RendererDescription {
    /// The description of this process. Reading the fonts for it takes milliseconds.
    package static var current: RendererDescription {
        RendererDescription(
            identity: RenderIdentity(
                libraries: RenderIdentity.loadedLibraries,
                fonts: Digest.sha256(InstalledFonts.descriptions.sorted().joined(separator: "\n"))),
            files: loadedFiles + loaderFiles + InstalledFonts.sources,
            build: Digest.sha256(loadedBuilds.sorted().joined(separator: "\n")), fonts: InstalledFonts.names)
    }

    /// The files by which the dynamic linker selects one of several libraries with the same name.
    private static let loaderFiles = ["/etc/ld.so.cache", "/etc/ld.so.preload"]

    /// The paths of the libraries that are loaded into this process.
    fileprivate static var loadedFiles: [String] {
        // The program and the kernel's object (vDSO) have names that are not paths.
        loaded { object in object.name[0] == UInt8(ascii: "/") ? String(cString: object.name) : nil }
    }

    /// The build ids of this program and of the libraries that are loaded into it, in hexadecimal.
    private static var loadedBuilds: [String] {
        loaded { object in
            let isKernels = object.name[0] != 0 && object.name[0] != UInt8(ascii: "/")
            return isKernels ? nil : object.buildID
        }
    }

    /// The results of `part` that are not nil, for the program and for every library in this process.
    private static func loaded(_ part: (dl_phdr_info) -> String?) -> [String] {
        var found: [String] = []
        withoutActuallyEscaping(part) { part in
            var visit: (dl_phdr_info) -> Void = { object in part(object).map { found.append($0) } }
            withUnsafeMutablePointer(to: &visit) { visit in
                _ = dl_iterate_phdr(
                    { object, _, visit in
                        guard let object, object.pointee.name != nil else { return 0 }
                        visit?.assumingMemoryBound(to: ((dl_phdr_info) -> Void).self).pointee(object.pointee)
                        return 0
                    }, visit)
            }
        }
        return found
    }
}

extension dl_phdr_info {
    /// The build id that the linker has written into this program or library, in hexadecimal. Nil if it has none.
    fileprivate var buildID: String? {
        for header in UnsafeBufferPointer(start: headers, count: Int(headerCount)) {
            guard header.kind == UInt32(LINUX_PT_NOTE),
                let start = UnsafeRawPointer(bitPattern: address + Int(header.address))
            else { continue }
            let notes = UnsafeRawBufferPointer(start: start, count: Int(header.size))
            if let found = dl_phdr_info.buildID(in: notes) { return found }
        }
        return nil
    }

    /// The build id in a section of notes. A note has three words of 32 bits: the length of its owner, the length of
    /// its content, and its kind. The owner and the content follow, each padded to whole words.
    private static func buildID(in notes: UnsafeRawBufferPointer) -> String? {
        var rest = notes[...]
        func word(_ index: Int) -> Int {
            Int(UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
        }
        while rest.count >= 12 {
            let (owner, content, kind) = (word(0), word(1), word(2))
            let (begin, filled) = (12 + (owner + 3) / 4 * 4, (content + 3) / 4 * 4)
            guard begin + filled <= rest.count else { return nil }
            if kind == Int(LINUX_NT_GNU_BUILD_ID), rest.dropFirst(12).prefix(owner).elementsEqual("GNU\0".utf8) {
                return Digest.hexadecimal(rest.dropFirst(begin).prefix(content))
            }
            rest = rest.dropFirst(begin + filled)
        }
        return nil
    }
}
