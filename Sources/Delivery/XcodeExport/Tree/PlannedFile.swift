/// A file that an export writes.
package struct PlannedFile: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        case bytes([UInt8])
        /// A template that people edit. An existing file is not changed.
        case once([UInt8])
        /// A copy of the file at an absolute path. `sha256` is its hash in lower-case hexadecimal, or nil if it is not
        /// known.
        case copy(of: String, sha256: String?)
        /// A `Contents.json`. Existing members that stickerd does not set are kept.
        case contents(ContentsValue)
        /// A `Contents.json` that is only written if none exists.
        case start(ContentsValue)
        /// The pack's `Contents.json`. Stickers that other programs added to it keep their positions.
        case pack(ContentsValue)
    }

    /// The path, relative to the export's folder.
    package var path: String
    package var content: Content

    package init(_ path: String, _ content: Content) {
        self.path = path
        self.content = content
    }

    /// Whether it is a template that a person edits.
    var isTemplate: Bool {
        switch content {
        case .once, .start: true
        case .bytes, .copy, .contents, .pack: false
        }
    }

    /// Whether other programs may write to the file too. An existing file is then not a conflict.
    var isShared: Bool {
        switch content {
        case .pack, .start, .once: true
        case .bytes, .copy, .contents: false
        }
    }
}
