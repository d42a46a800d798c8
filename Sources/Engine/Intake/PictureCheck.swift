import FileAccess
import ImageHeaders

/// Whether a file is a picture, as far as a scan may ask.
enum PictureCheck {
    case picture(ArtCandidate)
    case ignored(IgnoreReason)
    /// It went away after the folder was listed.
    case vanished

    /// A picture's ending is enough: such a file is art even when it is empty or something else, so that its designer
    /// is told. Any other file is opened, and its first bytes decide.
    init(_ file: SeenEntry) {
        let name = ArtName(file.name)
        if let format = SourceFormat(fileExtension: name.ending) {
            self = .picture(ArtCandidate(file: file, name: name, format: format))
            return
        }
        do {
            let head = try OpenFile(file.absolutePath, followsLinks: false).bytes(atMost: SourceFormat.headSize)
            // Any compressed archive begins like an SVGZ: that needs its ending to be one.
            if let format = SourceFormat.identify(head), format != .svgz {
                self = .picture(ArtCandidate(file: file, name: name, format: format))
            } else {
                self = .ignored(.notArt)
            }
        } catch {
            if error.saysMissing {
                self = .vanished
            } else {
                self = .ignored(error.saysNotOrdinary ? .notAFile : .unreadable)
            }
        }
    }
}
