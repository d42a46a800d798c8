extension Int {
    /// The number without its fraction. A number that is out of range becomes the nearest integer, and NaN becomes 0.
    package init(clamping number: Double) {
        self = Int(exactly: number.rounded(.towardZero)) ?? (number.isNaN ? 0 : number < 0 ? .min : .max)
    }
}
