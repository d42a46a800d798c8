/// The environment of the render program: what libraries read in it decides bytes, so it is the same on every machine and
/// whoever starts the program.
package enum RenderEnvironment {
    /// All of it. HOME and the locale of whoever started stickerd are not in it; one thread a library, since there is a
    /// process a core; and one malloc arena, which keeps its address space small.
    package static let variables = [
        // `systemLanguage` in an SVG chooses by this, and not by the locale of the machine.
        "LANGUAGE": "en",
        "LC_ALL": "C.UTF-8",
        "MALLOC_ARENA_MAX": "1",
        "OMP_NUM_THREADS": "1",
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        // A crash is reported by the daemon; the runtime's own backtracer can outlive the worker by minutes.
        "SWIFT_BACKTRACE": "enable=no",
        "TZ": "UTC",
        "VIPS_CONCURRENCY": "1",
        // Without Orc's vector code the same pixels come out on every processor.
        "VIPS_NOVECTOR": "1",
        // Pictures come and go by the megabyte; giving their memory back each time costs a sixth of the time.
        "MALLOC_MMAP_THRESHOLD_": "33554432", "MALLOC_TRIM_THRESHOLD_": "134217728",
        "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",
        // Somewhere that is not there, so that no library asks who the user is to find it.
        "HOME": "/nonexistent",
    ]

    /// As `NAME=VALUE`, in one order always.
    package static let lines = variables.map { "\($0.key)=\($0.value)" }.sorted()
}
