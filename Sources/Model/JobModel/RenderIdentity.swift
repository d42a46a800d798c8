/// The identity of a renderer: everything except the job that affects its bytes. This is the version of its pipeline,
/// its libraries and its fonts. Renderers with equal identities produce equal bytes for equal jobs.
package struct RenderIdentity: Codable, Hashable, Sendable {
    /// `StickerdVersion.pipeline` of the program that renders.
    package var pipeline: Int
    /// The versions of the libraries that affect bytes, by name.
    package var libraries: [String: String]
    /// SHA-256 over the installed fonts and their versions, in lower-case hexadecimal. `signature` does not contain it,
    /// because only sheets and text in SVG depend on fonts.
    package var fonts: String

    package init(pipeline: Int = StickerdVersion.pipeline, libraries: [String: String], fonts: String = "") {
        self.pipeline = pipeline
        self.libraries = libraries
        self.fonts = fonts
    }

    /// The libraries in one line. Fingerprints contain its hash, so every sticker is rendered again if this text
    /// changes.
    package var signature: String {
        libraries.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ";")
    }
}

/// A renderer's description of its libraries and build.
package struct RendererDescription: Codable, Hashable, Sendable {
    package var identity: RenderIdentity
    /// The absolute paths of the files that determine the identity: loaded libraries, fontconfig's files, and folders
    /// of fonts. The identity is valid until one of them changes.
    package var files: [String]
    /// SHA-256 of the build ids of the program and its loaded libraries, in lower-case hexadecimal. It distinguishes
    /// packages of the same version, which may compute differently. The identity contains only versions.
    package var build: String
    /// The installed fonts with their versions, such as `Inter 4.001`, in alphabetical order. The identity contains
    /// only their hash.
    package var fonts: [String]

    package init(identity: RenderIdentity, files: [String], build: String, fonts: [String] = []) {
        self.identity = identity
        self.files = files
        self.build = build
        self.fonts = fonts
    }
}
