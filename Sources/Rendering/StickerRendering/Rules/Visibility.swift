import Foundation
import Pixels

/// Decides which colours are distinguishable from a background.
///
/// A colour is visible if its contrast ratio with the background, or its difference in hue and saturation, is large
/// enough. For example, yellow on white has little contrast but is visible.
///
/// Sources: WCAG 2.1, "contrast ratio" and "relative luminance" (w3.org/TR/WCAG21); ITU-R BT.601 for the differences of
/// colour.
package struct Visibility {
    /// The difference in hue and saturation that is treated like a contrast ratio of 1.3, in levels from 0 to 255.
    private static let usualDifference = 28.0
    private static let usualRatio = 1.3

    /// The minimum contrast ratio of a visible colour.
    private let ratio: Float
    private let difference: Float

    package init(ratio: Double) {
        self.ratio = Float(ratio)
        difference = Float(Visibility.usualDifference * log(ratio) / log(Visibility.usualRatio))
    }

    /// Whether a colour is visible on a background. Both are opaque.
    @inline(__always)
    func tells(_ colour: SIMD4<UInt8>, from background: SIMD4<UInt8>) -> Bool {
        let change = SIMD4<Float>(colour) - SIMD4<Float>(background)
        let luma = change.x * 0.299 + change.y * 0.587 + change.z * 0.114
        if abs(change.z - luma) * 0.564 >= difference || abs(change.x - luma) * 0.713 >= difference { return true }
        return Visibility.contrast(of: colour, with: background) >= ratio
    }

    /// The contrast ratio of two colours, from 1 to 21.
    @inline(__always)
    static func contrast(of one: SIMD4<UInt8>, with other: SIMD4<UInt8>) -> Float {
        let (first, second) = (luminance(one), luminance(other))
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    @inline(__always)
    private static func luminance(_ colour: SIMD4<UInt8>) -> Float {
        linear[Int(colour.x)] * 0.2126 + linear[Int(colour.y)] * 0.7152 + linear[Int(colour.z)] * 0.0722
    }

    private static let linear: [Float] = (0...255).map { level in
        let value = Double(level) / 255
        return Float(value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
    }
}
