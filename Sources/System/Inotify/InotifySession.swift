import CInotify
import Glibc
import InotifyProtocol
import Synchronization

/// The only session of a process with libinotifytools. One thread must use it, and another session can only be
/// created after `close`, because the library keeps all its state in static variables.
///
/// The following behaviour of version 3.22.6 determines how it is used:
/// - Its timeouts are whole seconds, and it does not expose its descriptor. Therefore the descriptor is found in
///   `/proc/self/fd` and polled. `inotifytools_next_events(0, 1)` then returns an event without waiting. With more
///   than one event per call, it would loop.
/// - It never forgets the watch of a removed folder, and it finds watches by their paths. A new folder at the same
///   path would get the number of the old watch. Therefore a session never spells a path in the same way twice.
/// - After `inotifytools_cleanup`, its buffer still contains old events, so they are read first.
package final class InotifySession {
    /// The descriptor of inotify, readable if events are pending.
    package let descriptor: Int32
    /// The number of watches that have been requested.
    private var serial: UInt64 = 0
    private var isOpen = true

    private static let isInUse = Atomic(false)

    /// - Throws: `InotifyError.inUse`, `outOfInstances`, `descriptor` or `system`.
    package init() throws(InotifyError) {
        guard Self.isInUse.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
        else { throw .inUse }
        do {
            descriptor = try Self.open()
        } catch {
            Self.isInUse.store(false, ordering: .releasing)
            throw error
        }
    }

    deinit { close() }

    /// Watches the direct contents of a folder. A link is followed.
    ///
    /// - Parameter folder: an absolute path without a slash at its end.
    /// - Returns: the number of the watch, which is in its events. A folder that is already watched keeps its number.
    /// - Throws: `InotifyError.missing`, `outOfWatches` or `system`.
    package func watch(_ folder: String) throws(InotifyError) -> Int32 {
        serial += 1
        let spelling = FolderSpelling.unique(folder, serial: serial)
        let flags = Int32(bitPattern: InotifyEvent.What.subscribed.rawValue)
        guard inotifytools_watch_file(spelling, flags) != 0 else {
            let code = inotifytools_error()
            switch code {
            case ENOENT, ENOTDIR: throw .missing(folder)
            case ENOSPC: throw .outOfWatches(limit: Self.limit(inotifytools_get_max_user_watches()))
            default: throw .system(path: folder, code: code)
            }
        }
        let watch = inotifytools_wd_from_filename(spelling)
        guard watch > 0 else { throw .missing(folder) }
        return watch
    }

    /// Ends a watch whose folder still exists.
    package func unwatch(_ watch: Int32) {
        inotifytools_remove_watch_by_wd(watch)
    }

    /// The next event. Nil if none is pending.
    package func nextEvent() -> InotifyEvent? {
        inotifytools_next_events(0, 1).map(InotifyEvent.init(copying:))
    }

    /// Ends all watches. No other method may be called after this.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        emptyBuffer()
        inotifytools_cleanup()
        Self.isInUse.store(false, ordering: .releasing)
    }

    /// Replaces the descriptor with an empty pipe, so that reading the remaining events ends, even if the folders
    /// change constantly.
    private func emptyBuffer() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        if dup2(ends[0], descriptor) == descriptor {
            while inotifytools_next_events(0, 1) != nil {}
        }
        Glibc.close(ends[0])
        Glibc.close(ends[1])
    }

    /// Starts the library and finds its descriptor.
    private static func open() throws(InotifyError) -> Int32 {
        let before = OpenDescriptors.inotify()
        guard inotifytools_init(0, 0, 0) != 0 else {
            let code = inotifytools_error()
            guard code == EMFILE, !OpenDescriptors.areUsedUp else { throw .system(path: "inotify", code: code) }
            throw .outOfInstances(limit: limit(inotifytools_get_max_user_instances()))
        }
        let new = OpenDescriptors.inotify().subtracting(before)
        guard let descriptor = new.first, new.count == 1 else {
            inotifytools_cleanup()
            throw .descriptor("its descriptor is not in /proc/self/fd; is /proc mounted?")
        }
        // The library calls select(2). For a higher descriptor, select(2) would write beyond the end of its set.
        guard descriptor < FD_SETSIZE else {
            inotifytools_cleanup()
            throw .descriptor("too many files are open (its descriptor is \(descriptor))")
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    private static func limit(_ value: Int32) -> Int? {
        value > 0 ? Int(value) : nil
    }
}

/// Spells the path of a folder in different ways.
enum FolderSpelling {
    /// The path of the folder in a spelling that is different for each number. For each bit of the number, from the
    /// lowest, `./` (for one) or `/` (for zero) follows the path.
    ///
    /// - Parameters:
    ///   - folder: an absolute path without a final slash.
    ///   - serial: a number other than 0.
    static func unique(_ folder: String, serial: UInt64) -> String {
        var spelling = folder + "/"
        var rest = serial
        while rest > 0 {
            spelling += rest & 1 == 1 ? "./" : "/"
            rest >>= 1
        }
        return spelling
    }
}

extension InotifyEvent {
    /// Copies the event from the library's static buffer, because the next call overwrites it.
    init(copying event: UnsafeMutablePointer<inotify_event>) {
        let record = event.pointee
        // In Swift, the record lacks a member for the name. The name follows the record, padded with zeros.
        let start = UnsafeRawPointer(event) + MemoryLayout<inotify_event>.size
        let field = UnsafeRawBufferPointer(start: start, count: Int(record.len))
        self.init(watch: record.wd, what: What(rawValue: record.mask), name: Array(field.prefix { $0 != 0 }))
    }
}
