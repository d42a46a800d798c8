import Foundation

/// Locks that many values share: one of its own would take as much memory as what it guards.
package enum CompactLocks {
    /// Always the same one for an object.
    package static func lock(of object: AnyObject) -> NSLock {
        let place = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()) >> 5
        return locks[Int(place % UInt(locks.count))]
    }

    private static let locks = (0..<64).map { _ in NSLock() }
}
