/// Writes pixels as PNG. The same pixels and level always give the same bytes.
package enum PNGEncoder {}
