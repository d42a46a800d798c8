import FileAccess
import Glibc

/// About 30 s in all. The watchdog of the service unit waits longer.
private let pauses = ThreadStarter.pauses + Array(repeating: .seconds(1), count: 25)

/// Starts the threads of libraries. If the system refuses a thread for about 30 s, the process ends with status 3 and a sentence.
///
/// No library can be trusted with the refusal: libdispatch repeats the call each second without an end, swift-subprocess never
/// resumes its callers, and NIO crashes.
@_cdecl("stickerd_create_thread")
func createLibraryThread(
    _ thread: UnsafeMutablePointer<pthread_t>?, _ attributes: UnsafePointer<pthread_attr_t>?,
    _ body: SystemThread.Body?, _ argument: UnsafeMutableRawPointer?
) -> Int32 {
    let code = ThreadStarter.retrying(pauses) { SystemThread.create(thread, attributes, body, argument) }
    guard code == 0 else { CommandRunner.end(ThreadRefusal(code: code)) }
    return 0
}
