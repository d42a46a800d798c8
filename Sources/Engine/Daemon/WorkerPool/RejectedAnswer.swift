/// Why an answer of a worker is not accepted: a worker decodes files of strangers, and may have been taken over by one.
package struct RejectedAnswer: Error, Hashable {
    /// The end of a sentence: `a file that it names is missing`.
    package let reason: String

    package init(_ reason: String) {
        self.reason = reason
    }
}
