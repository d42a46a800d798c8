import CDeflate
import Glibc

extension DeflateLevel {
    /// The version of libdeflate this was built against, for example `1.14`; the library cannot be asked at run time.
    package static var libraryVersion: String { LIBDEFLATE_VERSION_STRING }

    /// The version of zopfli that is loaded, for example `1.0.3`: only its file's name tells it. `unknown` where the
    /// system does not say what this process has loaded.
    package static let zopfliVersion: String = {
        guard let maps = fopen("/proc/self/maps", "r") else { return "unknown" }
        defer { fclose(maps) }
        var line = [CChar](repeating: 0, count: 4096)
        while fgets(&line, Int32(line.count), maps) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            if let match = text.firstMatch(of: /\/libzopfli\.so\.([0-9.]+)/) { return String(match.output.1) }
        }
        return "unknown"
    }()
}
