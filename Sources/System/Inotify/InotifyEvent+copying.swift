import CInotify
import InotifyProtocol

extension InotifyEvent {
    /// Copies what the library keeps in a static buffer until its next call.
    init(copying event: UnsafeMutablePointer<inotify_event>) {
        let record = event.pointee
        // Not a member in Swift: the name follows the record, filled up with zeros.
        let start = UnsafeRawPointer(event) + MemoryLayout<inotify_event>.size
        let field = UnsafeRawBufferPointer(start: start, count: Int(record.len))
        self.init(watch: record.wd, what: What(rawValue: record.mask), name: Array(field.prefix { $0 != 0 }))
    }
}
