import ImageHeaders
import JobModel
import PNG
import Pixels

extension IconJob {
    /// Renders every size of the icon. Icons are opaque, because Apple rejects transparent ones. They are never
    /// stretched: if a size is wider than the art, the art's edge pixels are repeated.
    ///
    /// - Parameter second: another renderer that may draw an SVG better. Nil if there is none.
    /// - Throws: the errors of `inputs` and `output`.
    package func run(
        inputs: any JobInputs, output: any JobOutput, second: (any SecondRenderer)? = nil
    ) throws -> IconAnswer {
        let bytes = try inputs.bytes(of: .source)
        do {
            let (inspection, art) = try decoded(bytes, second: second)
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

    private func decoded(
        _ bytes: [UInt8], second: (any SecondRenderer)?
    ) throws -> (inspection: Inspection, art: DecodedImage) {
        let inspection = try Inspector.inspect(bytes, name: name, limits: limits, second: second)
        do {
            return (inspection, try SourceDecoder.decode(inspection, name: name, trimThreshold: 0))
        } catch is SecondRendererFailure {
            return try decoded(bytes, second: nil)
        }
    }
}
