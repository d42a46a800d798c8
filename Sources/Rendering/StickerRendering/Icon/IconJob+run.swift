import ImageHeaders
import JobModel
import PNG
import Pixels

extension IconJob {
    /// Renders every size: opaque, since Apple refuses transparent icons, and never stretched. Where a size is wider than
    /// the art, the art's edges are continued sideways.
    ///
    /// - Throws: `JobError`.
    package func run() throws -> IconResult {
        if let refusal = SourceFile.refusal(sourcePath, limits: limits) {
            return IconResult(icons: [], findings: [refusal.resolvingPath(name)])
        }
        let bytes = try SourceFile.read(sourcePath, name: name, sha256: sha256)
        do {
            let inspection = try Inspector.inspect(bytes, name: name, limits: limits)
            let art = try SourceDecoder.decode(inspection, name: name, trimThreshold: 0)
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
