/// Why a text is not JSON.
struct JSONSyntaxError: Error, Hashable {
    /// Nil where the whole file is meant.
    var position: JSONPosition?
    /// What was expected and what was found, without the file's name.
    var message: String
}
