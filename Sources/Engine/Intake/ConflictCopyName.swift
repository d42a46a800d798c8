/// Recognizes the names that sync programs give to a second version of a file after a conflict.
///
/// Such a file is a source, but designers probably do not want it as a sticker. Names that people use too, such as
/// `Cat (1).png` and `Cat-LAPTOP.png`, are not recognized.
package enum ConflictCopyName {
    /// Whether the name is one that sync programs give to a file or folder after a conflict.
    package static func matches(_ name: String) -> Bool {
        let lowered = NamePattern.lowered(name)
        return hints.contains { $0.matches(lowered) } && patterns.contains { $0.matches(lowered) }
    }

    /// Patterns for a fast first check. A name that matches a pattern below also matches one of these, and few other
    /// names do.
    private static let hints = [NamePattern("*(*)*"), NamePattern("*conflict*")]

    private static let patterns = [
        "*(*conflicted copy*)*",  // Dropbox, Nextcloud, ownCloud, Box
        "*(*conflict copy*)*",
        "*(*conflicting copy*)*",
        "*(*in konflikt stehende kopie*)*",  // Dropbox in German
        "*(*copie en conflit*)*",  // Dropbox in French
        "*(*copia en conflicto*)*",  // Dropbox in Spanish
        "*(*copia in conflitto*)*",  // Dropbox in Italian
        "*(*c\u{F3}pia em conflito*)*",  // Dropbox in Portuguese
        "*(*\u{7AF6}\u{5408}\u{30B3}\u{30D4}\u{30FC}*)*",  // Dropbox in Japanese
        "*(case conflict*)*",  // Dropbox
        "*(selective sync conflict*)*",  // Dropbox
        "*(unicode encoding conflict*)*",  // Dropbox
        "*(whitespace conflict*)*",  // Dropbox
        "*(case clash from *)*",  // Nextcloud
        "*(sfconflict *)*",  // Seafile
        "*.sync-conflict-????????-??????*",  // Syncthing
        "*_conflict-????????-??????*",  // ownCloud, earlier versions
        "*_???-??-??????-????_conflict*",  // Synology Drive
        "*.conflict.*",  // Resilio Sync
        "*[conflict]*",  // Google Drive, earlier versions
    ].map(NamePattern.init)
}
