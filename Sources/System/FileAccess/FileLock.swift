import Glibc

/// Releases locks that were taken with `flock`.
package enum FileLock {
    /// Unlocks and closes a descriptor. Closing it would not be enough. A process that is being started has copies of
    /// all descriptors until it executes its program, and a copy keeps the lock.
    ///
    /// Source: flock(2), "Locks created by flock() are associated with an open file description".
    package static func release(_ descriptor: Int32) {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
