import ImageHeaders
import JobModel

extension Inspector {
    /// The merged picture of a Photoshop file in CMYK or Lab, as a TIFF.
    ///
    /// - Throws: `SourceRejection` if the picture is too large, or cannot be read.
    static func pixels(of psd: PSDPicture, name: String, limits: SourceLimits) throws -> [UInt8] {
        let facts = ArtFacts(format: "psd", width: psd.width, height: psd.height, frames: 1)
        try checkPixels(facts, name: name, limits: limits)
        // The offsets in a TIFF have 32 bits.
        if psd.width * psd.height <= 200_000_000, let tiff = psd.tiff() { return tiff }
        throw SourceRejection(
            Rule.damagedFile.finding(
                "\(name) is a Photoshop file in \(psd.mode == .cmyk ? "CMYK" : "Lab") whose picture cannot be read "
                    + "completely.",
                fix: "Convert it to RGB in Photoshop and save it again, or export it as PNG."),
            facts: facts)
    }
}
