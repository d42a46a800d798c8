import CImagequant
import Pixels

/// Finds palettes with libimagequant, the quantizer of pngquant.
///
/// libimagequant adds floating-point numbers on all threads of OpenMP, so its result depends on the number of threads.
/// Processes that use it must run with `OMP_NUM_THREADS=1`.
package enum PaletteMaker {
    /// The version of the loaded library, for example `2.17.0`.
    package static var version: String {
        let number = liq_version()
        return "\(number / 10000).\(number / 100 % 100).\(number % 100)"
    }

    /// A palette of at most `maximumColours` colours for the colours of a histogram.
    ///
    /// - Parameter speed: the speed setting of libimagequant, from 1 (best) to 10 (fastest).
    /// - Throws: `QuantizerError`.
    package static func palette(of histogram: ColourHistogram, maximumColours: Int, speed: Int) throws -> [RGBAColour] {
        guard let attributes = liq_attr_create() else { throw QuantizerError.failed(step: "start", code: -1) }
        defer { liq_attr_destroy(attributes) }
        try check(liq_set_max_colors(attributes, Int32(maximumColours)), "colours")
        try check(liq_set_speed(attributes, Int32(speed)), "speed")
        guard let counter = liq_histogram_create(attributes) else {
            throw QuantizerError.failed(step: "histogram", code: -1)
        }
        defer { liq_histogram_destroy(counter) }
        let entries = zip(histogram.colours, histogram.counts).map { colour, count in
            liq_histogram_entry(
                color: liq_color(r: colour.red, g: colour.green, b: colour.blue, a: colour.alpha), count: count)
        }
        try add(entries, to: counter, attributes)
        var result: OpaquePointer?
        try check(liq_histogram_quantize(counter, attributes, &result), "quantize")
        guard let result else { throw QuantizerError.failed(step: "quantize", code: -1) }
        defer { liq_result_destroy(result) }
        guard let palette = liq_get_palette(result) else { throw QuantizerError.failed(step: "palette", code: -1) }
        return withUnsafePointer(to: palette.pointee.entries) { entries in
            entries.withMemoryRebound(to: liq_color.self, capacity: 256) { colours in
                (0..<Int(palette.pointee.count)).map {
                    RGBAColour(red: colours[$0].r, green: colours[$0].g, blue: colours[$0].b, alpha: colours[$0].a)
                }
            }
        }
    }

    /// Adds the entries in several calls. libimagequant 2.17 allocates memory in proportion to the square of the number
    /// of entries in the first call.
    private static func add(
        _ entries: [liq_histogram_entry], to counter: OpaquePointer, _ attributes: OpaquePointer
    ) throws {
        for start in stride(from: 0, to: entries.count, by: 1024) {
            let portion = Array(entries[start..<min(start + 1024, entries.count)])
            try check(liq_histogram_add_colors(counter, attributes, portion, Int32(portion.count), 0), "histogram")
        }
    }

    private static func check(_ code: liq_error, _ step: String) throws {
        if code != LIQ_OK { throw QuantizerError.failed(step: step, code: Int32(code.rawValue)) }
    }
}

/// The reason why no palette could be created.
package enum QuantizerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A call of libimagequant failed. Contains libimagequant's error code, or -1 if the call returned a null pointer.
    case failed(step: String, code: Int32)

    package var description: String {
        switch self {
        case .failed(let step, let code):
            "libimagequant could not make a palette (\(step), code \(code)). Run `stickerd doctor`."
        }
    }
}
