extension Double {
    /// The shortest way to write the number, without a fraction where it has none.
    var plainText: String {
        Int(exactly: self).map { String($0) } ?? String(self)
    }
}
