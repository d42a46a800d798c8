import Glibc
import JobModel

/// The properties of a machine, besides its renderer, that affect bytes.
package struct RenderMachine: Hashable, Sendable {
    /// The architecture as in `uname`: `x86_64`, `aarch64`.
    package var architecture: String
    /// The version of the C library: `glibc 2.36`.
    package var library: String

    package init(architecture: String, library: String) {
        (self.architecture, self.library) = (architecture, library)
    }

    /// The properties of this machine.
    package static let current: RenderMachine = {
        var name = utsname()
        uname(&name)
        let architecture = withUnsafeBytes(of: &name.machine) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        return RenderMachine(architecture: architecture, library: libraryVersion)
    }()

    private static var libraryVersion: String {
        var text = [CChar](repeating: 0, count: 64)
        // 2 is the value of `_CS_GNU_LIBC_VERSION`, a macro that Swift cannot import.
        let count = confstr(2, &text, text.count)
        return String(decoding: text.prefix(max(0, count - 1)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension RenderIdentity {
    /// SHA-256, in lower-case hexadecimal, of all values other than the job that affect the bytes and the format of an
    /// answer. Renderers with equal hashes give equal answers to equal jobs.
    ///
    /// - Parameter machine: the machine of the renderer.
    package func digest(on machine: RenderMachine = .current) -> String {
        let values = [
            "protocol \(RendererVersion.currentProtocol)", "pipeline \(pipeline)", signature, fonts,
            machine.architecture, machine.library,
        ]
        return Digest.sha256(values.joined(separator: "\n"))
    }
}
