/// The findings about sources that have more bytes than they may: they are not even opened by a renderer.
package enum SourceFile {
    /// - Parameter bytes: of the file.
    package static func tooLarge(bytes: Int, limits: SourceLimits) -> RuleFinding {
        Rule.fileTooLarge.finding(
            "\(RuleFinding.pathToken) has \(NumberFormat.number(bytes)) bytes; the limit is "
                + "\(NumberFormat.number(limits.fileBytes)).",
            measured: Double(bytes), limit: Double(limits.fileBytes))
    }

    /// - Parameter bytes: of the frames up to the one with which they are too many.
    package static func framesTooLarge(bytes: Int, limits: SourceLimits) -> RuleFinding {
        Rule.fileTooLarge.finding(
            "The frames in \(RuleFinding.pathToken) have more than \(NumberFormat.number(limits.fileBytes)) "
                + "bytes, the limit.",
            measured: Double(bytes), limit: Double(limits.fileBytes))
    }
}
