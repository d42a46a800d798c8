import Glibc

/// Starts threads of the C library.
package enum SystemThread {
    package typealias Body = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    private typealias Create =
        @convention(c) (
            UnsafeMutablePointer<pthread_t>?, UnsafePointer<pthread_attr_t>?, Body?, UnsafeMutableRawPointer?
        ) -> Int32

    /// The function pthread_create of the C library. `stickerd` defines another function with this name for its
    /// libraries. Therefore it is looked up in the libraries after the program (`RTLD_NEXT` of dlsym(3)).
    private static let function: Create? = dlsym(UnsafeMutableRawPointer(bitPattern: -1), "pthread_create")
        .map { unsafeBitCast($0, to: Create.self) }

    /// Starts a thread. Does not retry if the system refuses the thread. The parameters and the result are those of
    /// pthread_create(3).
    package static func create(
        _ thread: UnsafeMutablePointer<pthread_t>?, _ attributes: UnsafePointer<pthread_attr_t>?, _ body: Body?,
        _ argument: UnsafeMutableRawPointer?
    ) -> Int32 {
        function?(thread, attributes, body, argument) ?? ENOSYS
    }
}
