import JobModel

/// A second program that draws SVG: resvg, if it is installed.
package protocol SecondRenderer: Sendable {
    /// For example `0.45.1`; nil if the program does not work.
    var version: String? { get }

    /// Draws a document.
    ///
    /// - Parameters:
    ///   - options: of the program.
    ///   - mostBytes: the maximum size of the output.
    ///   - limits: of the job.
    /// - Returns: a PNG; nil if the program failed, took too long or wrote too much.
    func draw(_ document: [UInt8], options: [String], mostBytes: Int, limits: SourceLimits) -> [UInt8]?
}

/// The second renderer failed at a picture that it had been chosen for. The job is done again without it.
struct SecondRendererFailure: Error {}
