/// Writes a JSON object whose lists have one element per line. Keys keep the order in which they are added.
package struct JSONLinesObject {
    private var bytes = Array("{".utf8)

    package init() {}

    /// The JSON text of the object, with a newline at its end. Ends the object, so that its bytes are not copied.
    package consuming func text() -> [UInt8] {
        bytes += Array("}\n".utf8)
        return bytes
    }

    /// Adds a key and its value.
    ///
    /// - Parameter value: the encoded JSON value.
    package mutating func add(_ key: String, _ value: [UInt8]) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes += Array("\"\(key)\":".utf8) + value
    }

    /// Adds a key and a list with one element per line.
    ///
    /// - Parameter lines: the elements of a list, each as JSON without line breaks.
    package mutating func add(_ key: String, lines: some Collection<[UInt8]>) {
        add(key, [UInt8(ascii: "[")])
        // The end of the object needs 2 more bytes.
        bytes.reserveCapacity(bytes.count + lines.reduce(5) { $0 + $1.count + 2 })
        var isFirst = true
        for line in lines {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            bytes.append(UInt8(ascii: "\n"))
            bytes += line
            isFirst = false
        }
        bytes += Array((lines.isEmpty ? "]" : "\n]").utf8)
    }
}
