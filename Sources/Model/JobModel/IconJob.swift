import Foundation
import PNG
import Pixels

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

extension IconJob {
    /// Renders every size: opaque, since Apple refuses transparent icons, and never stretched. Where a size is wider than
    /// the art, the art's edges are continued sideways.
    ///
    /// - Throws: `JobError`.
    package func run() throws -> IconResult {
        if let refusal = SourceFile.refusal(sourcePath, limits: limits) {
            return IconResult(icons: [], findings: [refusal.told(of: name)])
        }
        let bytes = try SourceFile.read(sourcePath, name: name, sha256: sha256)
        do {
            let inspection = try Inspector.inspect(bytes, name: name, limits: limits)
            let art = try ArtworkDecoder.decode(inspection, name: name, trimThreshold: 0)
            guard art.content != nil else {
                throw Refusal(Rule.emptyArt.finding("Every pixel of \(name) is transparent: there is nothing to see."))
            }
            let icons = try IconSlot.all.map { slot in
                let png = try PNGEncoder.encodeOpaque(
                    IconComposer.compose(art.pixels, slot: slot, margin: margin), level: .high)
                return IconResult.Icon(
                    width: slot.width, height: slot.height,
                    file: try ContentFile.write(png, fileExtension: "png", folder: outputFolder))
            }
            return IconResult(icons: icons, findings: inspection.findings)
        } catch let refusal as Refusal {
            return IconResult(icons: [], findings: refusal.findings)
        }
    }
}
