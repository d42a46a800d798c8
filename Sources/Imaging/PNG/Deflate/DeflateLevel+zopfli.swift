import Deflate
import Glibc

extension DeflateLevel {
    /// The version of zopfli that is loaded, for example `1.0.3`: only its file's name tells it. `unknown` where the
    /// system does not say what this process has loaded.
    package static let zopfliVersion: String = {
        guard let maps = fopen("/proc/self/maps", "r") else { return "unknown" }
        defer { fclose(maps) }
        var line = [CChar](repeating: 0, count: 4096)
        while fgets(&line, Int32(line.count), maps) != nil {
            // By strstr: a regular expression over hundreds of lines would be seen in how long a build takes.
            let version = line.withUnsafeBufferPointer { line -> String? in
                guard let start = line.baseAddress, let found = strstr(start, "/libzopfli.so.") else { return nil }
                let rest = UnsafePointer(found) + strlen("/libzopfli.so.")
                let digits = UnsafeRawBufferPointer(start: rest, count: strspn(rest, "0123456789."))
                return String(decoding: digits, as: UTF8.self)
            }
            if let version, !version.isEmpty { return version }
        }
        return "unknown"
    }()
}
