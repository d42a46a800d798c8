import CDeflate

extension DeflateLevel {
    /// The version of libdeflate this was built against, for example `1.14`; the library cannot be asked at run time.
    package static var libraryVersion: String { LIBDEFLATE_VERSION_STRING }
}
