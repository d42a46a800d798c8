/// A row of a picture, as it is resized.
struct SourceRow {
    /// Premultiplied, and `room` more of them than the picture is wide, whatever those hold.
    let pixels: UnsafePointer<SIMD4<Float>>
    /// For every pixel, where the run of equal ones that it is in begins. Drawings are runs for the most part, and a run
    /// stays what it is at any size.
    let runs: UnsafePointer<Int32>
    /// Whether it is the same as the row before.
    let isRepeated: Bool

    /// How many pixels after the end of a row must be there.
    static let room = 3
}
