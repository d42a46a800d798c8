/// The environment of the render program. Libraries read it and it affects bytes, so it is the same on every machine
/// and for every user.
package enum RenderEnvironment {
    /// All variables. HOME and the user's locale are not included. There is one thread per library, because there is
    /// one process per core, and one malloc arena, which keeps the address space small.
    package static let variables = [
        // `systemLanguage` in an SVG chooses by this, and not by the locale of the machine.
        "LANGUAGE": "en",
        "LC_ALL": "C.UTF-8",
        "MALLOC_ARENA_MAX": "1",
        "OMP_NUM_THREADS": "1",
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        // The daemon reports a crash. The runtime's own backtracer can outlive the worker by minutes.
        "SWIFT_BACKTRACE": "enable=no",
        "TZ": "UTC",
        "VIPS_CONCURRENCY": "1",
        // Without Orc's vector code the pixels are equal on every processor.
        "VIPS_NOVECTOR": "1",
        // Every picture allocates and frees megabytes. Returning the memory to the system each time costs a sixth of
        // the time.
        "MALLOC_MMAP_THRESHOLD_": "33554432", "MALLOC_TRIM_THRESHOLD_": "134217728",
        "GLIBC_TUNABLES": tunables,
        // A path that does not exist, so that no library looks up the user's home folder.
        "HOME": "/nonexistent",
    ]

    /// Sets large pages, and selects the same functions of the mathematical library on every x86-64 processor: variants
    /// with fused multiplication differ in the last bit.
    private static let tunables: String = {
        #if arch(x86_64)
            "glibc.malloc.hugetlb=1:glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4"
        #else
            "glibc.malloc.hugetlb=1"
        #endif
    }()

    /// The variables as `NAME=VALUE`, always in the same order.
    package static let lines = variables.map { "\($0.key)=\($0.value)" }.sorted()
}
