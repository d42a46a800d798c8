extension RGBAColour {
    /// The colour in the form that measurements use: premultiplied red, green and blue, and alpha, each from 0 to 255.
    package var tone: SIMD4<Float> {
        let alpha = Float(self.alpha)
        let share = alpha / 255
        return SIMD4(Float(red) * share, Float(green) * share, Float(blue) * share, alpha)
    }

    /// The colour that is nearest to measured values.
    package init(tone: SIMD4<Float>) {
        guard tone.w >= 0.5 else {
            self = .clear
            return
        }
        let level = { (value: Float) in UInt8(max(0, min(255, (value * 255 / tone.w).rounded()))) }
        self.init(
            red: level(tone.x), green: level(tone.y), blue: level(tone.z), alpha: UInt8(min(255, tone.w.rounded())))
    }
}
