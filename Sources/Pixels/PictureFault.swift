/// What a library says of a picture that it cannot read or draw.
package protocol PictureFault: Error {
    /// In a few words, for people: no names of functions.
    var reason: String { get }
}
