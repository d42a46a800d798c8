/// A pack's icon to be rendered to every size that Messages asks for.
package struct IconJob: Codable, Hashable, Sendable {
    /// Where the icon's file is: an absolute path.
    package var sourcePath: String
    /// Its path relative to the drop folder, for messages.
    package var name: String
    /// SHA-256 of its bytes, in lower-case hexadecimal.
    package var sha256: String
    package var limits: SourceLimits
    /// An existing folder that takes the finished files, each named by its digest.
    package var outputFolder: String
    /// Room on each side that the art leaves free, as a share of the side: 0 for art that was drawn as an icon.
    package var margin: Double

    private enum CodingKeys: String, CodingKey {
        case sourcePath, name, sha256, limits, outputFolder, margin
    }

    package init(
        sourcePath: String, name: String, sha256: String, limits: SourceLimits, outputFolder: String, margin: Double = 0
    ) {
        self.sourcePath = sourcePath
        self.name = name
        self.sha256 = sha256
        self.limits = limits
        self.outputFolder = outputFolder
        self.margin = margin
    }
}

/// What became of an icon: its files, or why there are none.
package struct IconResult: Codable, Hashable, Sendable {
    /// One size.
    package struct Icon: Codable, Hashable, Sendable {
        package var width: Int
        package var height: Int
        package var file: RenderedSticker.File

        private enum CodingKeys: String, CodingKey {
            case width, height, file
        }

        package init(width: Int, height: Int, file: RenderedSticker.File) {
            self.width = width
            self.height = height
            self.file = file
        }
    }

    package var icons: [Icon]
    package var findings: [RuleFinding]

    private enum CodingKeys: String, CodingKey {
        case icons, findings
    }

    package init(icons: [Icon], findings: [RuleFinding]) {
        self.icons = icons
        self.findings = findings
    }
}
