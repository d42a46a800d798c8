/// The findings for sources that exceed a size limit. A renderer does not open them.
package enum SourceFile {
    /// - Parameter bytes: the size of the file.
    package static func tooLarge(bytes: Int, limits: SourceLimits) -> RuleFinding {
        Rule.fileTooLarge.finding(
            "\(RuleFinding.pathToken) is \(NumberFormat.number(bytes)) bytes long; the limit is "
                + "\(NumberFormat.number(limits.fileBytes)) bytes.",
            measured: Double(bytes), limit: Double(limits.fileBytes))
    }

    /// - Parameter bytes: the total size of the frames up to the one that exceeds the limit.
    package static func framesTooLarge(bytes: Int, limits: SourceLimits) -> RuleFinding {
        Rule.fileTooLarge.finding(
            "The frames in \(RuleFinding.pathToken) are together larger than the limit of "
                + "\(NumberFormat.number(limits.fileBytes)) bytes.",
            measured: Double(bytes), limit: Double(limits.fileBytes))
    }
}
