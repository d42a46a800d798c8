/// Notes that stickerd leaves beside the art for its designer. They are nobody's art, and no listing has them.
package enum OwnNotes {
    /// How the name of a note ends that says why a file was rejected.
    package static let rejected = ".rejected.txt"
    /// How the name of a note ends that says why a file waits.
    package static let waiting = ".waiting.txt"
    /// How the name of a note ends that says why a file is not used.
    package static let unused = ".unused.txt"
    /// The file that the drop folder is recognized by.
    package static let mark = ".stickerd-drop"

    /// The end of every note, by which ours are told from a file that somebody happened to name alike.
    package static let signature =
        "(This note was written by stickerd, which removes it when it is no longer true.)\n"

    /// Whether a file of this name is a note.
    package static func isNote(_ name: String) -> Bool {
        name.hasSuffix(rejected) || name.hasSuffix(waiting) || name.hasSuffix(unused)
    }
}
