/// The times that the program that watches folders has for its answers.
package struct InotifyPatience: Sendable {
    /// The time without a message after which a sign of life is requested from the program.
    let quiet: Duration
    /// Milliseconds for an answer. The program makes one system call for each.
    let answer: Int32

    package init(quiet: Duration = .seconds(30), answer: Int32 = 10_000) {
        self.quiet = quiet
        self.answer = answer
    }
}
