import FileAccess
import Glibc

/// The pauses between attempts to start a thread, about 30 s in total. The watchdog timeout of the service unit is
/// longer than that.
private let pauses = ThreadStarter.pauses + Array(repeating: .seconds(1), count: 25)

/// Starts the threads of libraries. If the system refuses a thread for about 30 s, the process ends with a message
/// and status 3.
///
/// Libraries do not handle such a refusal: libdispatch retries every second without a limit, swift-subprocess never
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
