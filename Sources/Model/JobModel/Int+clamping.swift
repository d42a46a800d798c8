extension Int {
    /// The number without its fraction. The nearest integer stands for a number out of range, and 0 for one that is not a
    /// number.
    package init(clamping number: Double) {
        self = Int(exactly: number.rounded(.towardZero)) ?? (number.isNaN ? 0 : number < 0 ? .min : .max)
    }
}
