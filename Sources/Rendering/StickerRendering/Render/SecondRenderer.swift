import JobModel

/// A second program that draws SVG: resvg, if it is installed.
package protocol SecondRenderer: Sendable {
    /// The version, for example `0.45.1`. Nil if the program does not work.
    var version: String? { get }

    /// Draws a document.
    ///
    /// - Parameters:
    ///   - options: the command-line options of the program.
    ///   - mostBytes: the maximum size of the output, in bytes.
    ///   - limits: the limits of the job.
    /// - Returns: a PNG. Nil if the program failed, took too long or wrote too many bytes.
    func draw(_ document: [UInt8], options: [String], mostBytes: Int, limits: SourceLimits) -> [UInt8]?
}

/// The second renderer was selected for a drawing, but failed to draw it. The job is then repeated without this
/// renderer.
struct SecondRendererFailure: Error {}
