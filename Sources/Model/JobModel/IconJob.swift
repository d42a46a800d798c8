/// The rendering of a pack's icon in all sizes that Messages needs.
package struct IconJob: Codable, Hashable, Sendable {
    /// The icon's path relative to the drop folder, for messages.
    package var name: String
    package var limits: SourceLimits
    /// The margin on each side, as a fraction of the side. 0 for art that was drawn as an icon.
    package var margin: Double

    package init(name: String, limits: SourceLimits, margin: Double = 0) {
        self.name = name
        self.limits = limits
        self.margin = margin
    }
}

/// The answer of a renderer: an `IconResult` that refers to files by the numbers under which they were sent.
package struct IconAnswer: Codable, Hashable, Sendable {
    /// The icon in one size.
    package struct Icon: Codable, Hashable, Sendable {
        package var width: Int
        package var height: Int
        package var file: Int

        package init(width: Int, height: Int, file: Int) {
            self.width = width
            self.height = height
            self.file = file
        }
    }

    package var icons: [Icon]
    package var findings: [RuleFinding]

    package init(icons: [Icon], findings: [RuleFinding]) {
        self.icons = icons
        self.findings = findings
    }
}

/// The result of an icon: its files, or the reason why it has none.
package struct IconResult: Codable, Hashable, Sendable {
    /// The icon in one size.
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
