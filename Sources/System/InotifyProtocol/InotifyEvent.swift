import Glibc

/// An event in a watched folder.
package struct InotifyEvent: Sendable, Hashable {
    /// The kind of event; see inotify(7).
    package struct What: OptionSet, Sendable, Hashable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        private init(_ flag: Int32) {
            rawValue = UInt32(bitPattern: flag)
        }

        package static let written = What(IN_MODIFY)
        package static let closedAfterWrite = What(IN_CLOSE_WRITE)
        package static let attributes = What(IN_ATTRIB)
        package static let created = What(IN_CREATE)
        package static let deleted = What(IN_DELETE)
        package static let movedOut = What(IN_MOVED_FROM)
        package static let movedIn = What(IN_MOVED_TO)
        /// The watched folder itself was deleted.
        package static let selfDeleted = What(IN_DELETE_SELF)
        /// The watched folder itself was moved.
        package static let selfMoved = What(IN_MOVE_SELF)
        /// The folder's file system was unmounted.
        package static let unmounted = What(IN_UNMOUNT)
        /// The watch has ended, because it was removed or its folder was deleted.
        package static let ignored = What(IN_IGNORED)
        /// Events were lost. `watch` is then meaningless.
        package static let overflow = What(IN_Q_OVERFLOW)
        /// The event concerns a folder.
        package static let folder = What(IN_ISDIR)

        /// The events for which a folder is watched. Opening and reading are excluded, because stickerd's own scan
        /// would cause a flood of them.
        package static let subscribed: What = [
            .written, .closedAfterWrite, .attributes, .created, .deleted, .movedOut, .movedIn, .selfDeleted,
            .selfMoved, What(IN_ONLYDIR), What(IN_EXCL_UNLINK),
        ]
    }

    /// The number of the folder's watch, as returned by `InotifySession.watch`.
    package var watch: Int32
    package var what: What
    /// The bytes of the name in the folder. Empty if the event concerns the folder itself.
    package var name: [UInt8]

    package init(watch: Int32, what: What, name: [UInt8] = []) {
        self.watch = watch
        self.what = what
        self.name = name
    }
}
