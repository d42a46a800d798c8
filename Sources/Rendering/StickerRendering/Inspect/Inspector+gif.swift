import ImageHeaders
import JobModel

extension Inspector {
    /// Rejects a GIF without any palette. A decoder would show it in black.
    static func requirePalette(ofGIF bytes: [UInt8], name: String, limits: SourceLimits) throws {
        do {
            _ = try GIFReader(bytes, frameLimit: limits.frames)
        } catch GIFError.noPalette {
            throw SourceRejection(
                Rule.damagedFile.finding(
                    "\(name) has no palette, so the colours of its pixels are unknown.",
                    fix: "Export the art again as GIF, or as animated PNG or WebP."),
                facts: ArtFacts(format: "gif", width: 0, height: 0, frames: 1))
        } catch {
            // The decoder reports the problem.
        }
    }
}
