/// The environment of the render program. It is the same on every machine and for every user, because libraries read
/// it, and it affects the bytes of files.
package enum RenderEnvironment {
    /// All variables. They contain neither the home folder nor the locale of the user. Each library uses one thread,
    /// because each core has its own process. malloc uses one arena, which keeps the address space small.
    package static let variables = [
        // `systemLanguage` in an SVG is compared with this variable, and not with the locale of the machine.
        "LANGUAGE": "en",
        "LC_ALL": "C.UTF-8",
        "MALLOC_ARENA_MAX": "1",
        "OMP_NUM_THREADS": "1",
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        // The daemon reports crashes. The backtracer of Swift's runtime can run for minutes after the worker has ended.
        "SWIFT_BACKTRACE": "enable=no",
        "TZ": "UTC",
        "VIPS_CONCURRENCY": "1",
        // Without Orc's vector code, the pixels are equal on every processor.
        "VIPS_NOVECTOR": "1",
        // Every picture allocates and frees megabytes. It would take a sixth of the time to return this memory to the
        // system after each picture.
        "MALLOC_MMAP_THRESHOLD_": "33554432", "MALLOC_TRIM_THRESHOLD_": "134217728",
        "GLIBC_TUNABLES": tunables,
        // This path does not exist, so that no library reads files from the user's home folder.
        "HOME": "/nonexistent",
    ]

    /// Enables large pages. Selects the same functions of the mathematical library on every x86-64 processor, because
    /// variants with fused multiplication differ in the last bit.
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
