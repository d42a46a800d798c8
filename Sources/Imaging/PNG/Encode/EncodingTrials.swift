/// How many ways of storing an indexed picture are tried, beyond the one that is nearly always the smallest.
package enum EncodingTrials: Sendable, Hashable {
    /// The smallest depth, no filters, colours by how often they occur: right for flat art, and quick.
    case plain
    /// Other orders of the palette, each with several filters: 1 to 3 % smaller for shaded art, at three times
    /// the cost and more.
    case thorough
}
