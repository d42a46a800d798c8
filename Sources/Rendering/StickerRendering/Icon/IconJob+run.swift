import ImageHeaders
import JobModel
import PNG
import Pixels

extension IconJob {
    /// Renders every size: opaque, since Apple refuses transparent icons, and never stretched. Where a size is wider than
    /// the art, the art's edges are continued sideways.
    ///
    /// - Throws: what `inputs` and `output` throw.
    package func run(inputs: any JobInputs, output: any JobOutput) throws -> IconAnswer {
        let bytes = try inputs.bytes(of: .source)
        do {
            let inspection = try Inspector.inspect(bytes, name: name, limits: limits)
            let art = try SourceDecoder.decode(inspection, name: name, trimThreshold: 0)
            guard art.content != nil else {
                throw SourceRejection(
                    Rule.emptyArt.finding("Every pixel of \(name) is transparent: there is nothing to see."))
            }
            let icons = try IconSlot.all.map { slot in
                let png = try PNGEncoder.encodeOpaque(
                    IconComposer.compose(art.pixels, slot: slot, margin: margin), level: .high)
                return IconAnswer.Icon(
                    width: slot.width, height: slot.height, file: try output.add(png, kind: .png))
            }
            return IconAnswer(icons: icons, findings: inspection.findings)
        } catch let rejection as SourceRejection {
            return IconAnswer(icons: [], findings: rejection.findings)
        }
    }
}
