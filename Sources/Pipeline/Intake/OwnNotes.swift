/// Notes that stickerd leaves beside the art for its designer. They are nobody's art, and no listing tells of them.
package enum OwnNotes {
    /// How the name of a note ends that says why a file was rejected.
    package static let rejected = ".rejected.txt"
    /// How the name of a note ends that says why a file waits.
    package static let waiting = ".waiting.txt"

    /// Whether a file of this name is a note.
    package static func isNote(_ name: String) -> Bool {
        name.hasSuffix(rejected) || name.hasSuffix(waiting)
    }
}
