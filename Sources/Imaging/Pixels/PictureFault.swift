/// The error of a library that cannot read or draw a picture.
package protocol PictureFault: Error {
    /// The reason in a few words that a designer understands, without names of functions.
    var reason: String { get }
}

extension String {
    /// The message without the prefixes and suffixes of librsvg and libxml2.
    package var withoutXMLJargon: String {
        replacing(#/XML parse error: |Error domain \d+ code \d+ on | of data/#, with: "")
    }
}
