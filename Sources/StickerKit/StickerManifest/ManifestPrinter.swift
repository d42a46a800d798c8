import Foundation

/// Prints a manifest of schema version 1 pack by pack, so that a large manifest is never completely in memory. The
/// bytes are those of `Catalog.json`.
package struct ManifestPrinter {
    private let output: (Data) throws -> Void
    /// The text before the packs.
    private let head: Data
    /// The text after the packs, which `finish` writes.
    package let tail: Data
    package private(set) var hasPacks = false

    /// - Parameters:
    ///   - catalog: everything but its packs.
    ///   - output: receives the text, one piece after the other.
    /// - Throws: `EncodingError`.
    package init(_ catalog: Catalog, output: @escaping (Data) throws -> Void) throws {
        self.output = output
        (head, tail) = try ManifestWriter.frame(of: catalog)
    }

    /// - Throws: `EncodingError`; the errors of the output.
    package mutating func add(_ pack: Pack) throws {
        try output(hasPacks ? Data(",\n".utf8) : head)
        hasPacks = true
        var writer = ManifestWriter()
        try output(Data(try writer.text(of: pack)))
    }

    /// - Parameter catalog: the same manifest as at the start.
    /// - Throws: `EncodingError`; the errors of the output.
    package func finish(_ catalog: Catalog) throws {
        guard hasPacks else { return try output(try catalog.json()) }
        try output(tail)
    }
}
